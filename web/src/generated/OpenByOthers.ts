// This file is generated from the server's types. Do not edit it.
export type OpenByOthers = {
  /** The other accounts that have the document open now, by name. */
  names: Array<string>;
};
