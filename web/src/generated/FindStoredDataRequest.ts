// This file is generated from the server's types. Do not edit it.
export type FindStoredDataRequest = {
  /** A whole phone number, a whole email address or a discount code. */
  query: string;
};
