// This file is generated from the server's types. Do not edit it.
export type Map = {
  /** The address of an embedded map. Without it the page shows the street address and the link. */
  embed: string | null;
  link: string;
};
