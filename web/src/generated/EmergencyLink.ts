// This file is generated from the server's types. Do not edit it.
export type EmergencyLink = {
  /** A page of this site. */
  href: string;
  text: string;
};
