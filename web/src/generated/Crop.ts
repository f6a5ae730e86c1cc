// This file is generated from the server's types. Do not edit it.
/** A part of a picture, in percent of its width and height. */
export type Crop = {
  height: number;
  left: number;
  top: number;
  width: number;
};
