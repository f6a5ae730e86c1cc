// This file is generated from the server's types. Do not edit it.
export type ResetPasswordRequest = {
  password: string;
  /** The part of the link after `#`. */
  token: string;
};
