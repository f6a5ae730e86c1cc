// This file is generated from the server's types. Do not edit it.
export type ConfirmTotpRequest = {
  /** The 6-digit code that the authenticator app shows. */
  code: string;
};
