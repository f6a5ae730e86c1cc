// This file is generated from the server's types. Do not edit it.
/** A rectangle in the picture, in percent of its width and height, as written in the content file. */
export type Spot = {
  height: string;
  id: number;
  label: string | null;
  left: string;
  top: string;
  width: string;
};
