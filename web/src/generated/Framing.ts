// This file is generated from the server's types. Do not edit it.
import type { Crop } from "./Crop";
import type { FocalPoint } from "./FocalPoint";

export type Framing = {
  crop: Crop | null;
  focalPoint: FocalPoint | null;
};
