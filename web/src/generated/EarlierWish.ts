// This file is generated from the server's types. Do not edit it.
import type { PartOfDay } from "./PartOfDay";

/** When a patient can come. */
export type EarlierWish = {
  /** The first day. */
  from: string | null;
  part: PartOfDay | null;
};
