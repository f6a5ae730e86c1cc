// This file is generated from the server's types. Do not edit it.
export type SignInRequest = {
  name: string;
  password: string;
  /** The 6-digit code or a recovery code, when two-step verification is on. */
  totp?: string | null;
};
