// This file is generated from the server's types. Do not edit it.
export type SightPhone = {
  /** The key of the phone. */
  phone: string;
};
