// This file is generated from the server's types. Do not edit it.
export type OpenedLink = {
  /** Whether it is an invitation and the account has no password yet. */
  invitation: boolean;
  /** The name to sign in with. */
  name: string;
};
