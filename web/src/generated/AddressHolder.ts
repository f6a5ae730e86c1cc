// This file is generated from the server's types. Do not edit it.
import type { CodeState } from "./CodeState";
import type { EmailState } from "./EmailState";

/** What all staff may know about the code of an address. */
export type AddressHolder = {
  /** Masked. */
  address: string;
  issuedAt: string;
  /** The state of the latest email with the code. */
  mail: EmailState;
  state: CodeState;
  validUntil: string;
};
