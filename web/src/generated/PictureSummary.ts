// This file is generated from the server's types. Do not edit it.
import type { Framing } from "./Framing";

export type PictureSummary = {
  /** The size of the file. */
  bytes: number;
  description: string | null;
  /** To be sent when the description is changed. Another one after every change of any description. */
  descriptionVersion: string;
  /** Which part of it is shown, and which point stays visible. */
  framing: Framing;
  height: number;
  /** `pictures/name.webp` */
  path: string;
  /** The documents that use it. Empty when it can be deleted. */
  usedIn: Array<string>;
  /** To be sent as `If-Match` when it is changed or deleted. */
  version: string;
  width: number;
};
