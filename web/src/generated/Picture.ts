// This file is generated from the server's types. Do not edit it.
/** The size is part of the page, so that the layout does not shift when the picture arrives. */
export type Picture = {
  height: number;
  /** The value of `object-position`, for a picture with a point that must stay visible where a page cuts it. */
  position?: string;
  /** `/pictures/name.HASH.svg`, percent-encoded. */
  src: string;
  /** The sizes among which the browser chooses, for photos that have several. */
  srcset?: string;
  width: number;
};
