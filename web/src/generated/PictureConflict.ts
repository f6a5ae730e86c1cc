// This file is generated from the server's types. Do not edit it.
import type { Framing } from "./Framing";

/** The picture and its description, in place of those that a change was based on. */
export type PictureConflict = {
  /** Null when it has none. */
  description: string | null;
  descriptionVersion: string;
  framing: Framing;
  version: string;
};
