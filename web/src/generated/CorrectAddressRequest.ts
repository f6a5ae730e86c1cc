// This file is generated from the server's types. Do not edit it.
export type CorrectAddressRequest = {
  /** The corrected address. */
  address: string;
  /** The person's code. */
  code: string;
};
