// This file is generated from the server's types. Do not edit it.
export type FindPatientRequest = {
  /** A whole phone number, a whole reference, or first name and surname. */
  query: string;
};
