// This file is generated from the server's types. Do not edit it.
import type { CodeState } from "./CodeState";
import type { EmailState } from "./EmailState";

export type CodeHolder = {
  /** Masked. */
  address: string;
  code: string;
  issuedAt: string;
  /** The state of the latest email with the code. */
  mail: EmailState;
  state: CodeState;
  usedAt: string | null;
  /** The name of the staff account that redeemed the code. */
  usedBy: string | null;
  validUntil: string;
};
