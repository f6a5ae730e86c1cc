// This file is generated from the server's types. Do not edit it.
import type { EarlierPicture } from "./EarlierPicture";

export type EarlierPictures = {
  /** Newest first. */
  pictures: Array<EarlierPicture>;
};
