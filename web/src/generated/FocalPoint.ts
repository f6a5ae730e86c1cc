// This file is generated from the server's types. Do not edit it.
/** In percent of the width and height of the whole picture. */
export type FocalPoint = {
  left: number;
  top: number;
};
