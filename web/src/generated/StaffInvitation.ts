// This file is generated from the server's types. Do not edit it.
export type StaffInvitation = {
  /** Null when the link has expired. */
  validUntil: string | null;
};
