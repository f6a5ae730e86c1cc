// This file is generated from the server's types. Do not edit it.
export type AddressRequest = {
  /** Complete, as the patient spells it out. */
  address: string;
};
