// This file is generated from the server's types. Do not edit it.
export type ConfirmIdentityRequest = {
  /** When two-step verification is off. */
  password?: string | null;
  /** A 6-digit code or a recovery code, when two-step verification is on. The password alone is not enough then. */
  totp?: string | null;
};
