// This file is generated from the server's types. Do not edit it.
export type ResetPasswordResult = {
  /** The name to sign in with. */
  name: string;
};
