// This file is generated from the server's types. Do not edit it.
import type { Framing } from "./Framing";

export type FramingRequest = {
  /** The `descriptionVersion` of the picture that the change is based on. */
  descriptionVersion: string;
  framing: Framing;
};
