// This file is generated from the server's types. Do not edit it.
export type OwnSession = {
  /** Such as "Chrome on Android". */
  browser: string;
  /** Whether this call was made with it. */
  current: boolean;
  id: string;
  lastUsedAt: string;
  signedInAt: string;
};
