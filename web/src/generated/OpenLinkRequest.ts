// This file is generated from the server's types. Do not edit it.
export type OpenLinkRequest = {
  /** The part of the link after `#`. */
  token: string;
};
