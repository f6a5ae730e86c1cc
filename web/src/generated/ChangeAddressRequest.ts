// This file is generated from the server's types. Do not edit it.
export type ChangeAddressRequest = {
  /** The document, such as `articles/news.md`. */
  path: string;
  /** Its new path, in the same folder. */
  to: string;
  /** The version of the document that the person has looked at. */
  version: string;
};
