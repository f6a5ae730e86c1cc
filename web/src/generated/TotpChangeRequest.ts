// This file is generated from the server's types. Do not edit it.
/** The proof that whoever is signed in may change two-step verification. */
export type TotpChangeRequest = {
  password: string;
  /** A 6-digit code or a recovery code, when two-step verification is on. */
  totp?: string | null;
};
