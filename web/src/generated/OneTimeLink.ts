// This file is generated from the server's types. Do not edit it.
/** A link with which somebody chooses a password. It is shown once. */
export type OneTimeLink = {
  expiresAt: string;
  /** To be added to the address of the site. */
  path: string;
};
