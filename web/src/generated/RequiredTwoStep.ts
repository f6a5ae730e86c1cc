// This file is generated from the server's types. Do not edit it.
/** From when on the account needs two-step verification. */
export type RequiredTwoStep = {
  /** Calendar days until then, 0 on the last day. */
  daysLeft: number;
  /** Whether it is required now. Without it, the account can only set it up and sign out. */
  isRequired: boolean;
  requiredFrom: string;
};
