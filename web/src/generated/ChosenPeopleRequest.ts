// This file is generated from the server's types. Do not edit it.
export type ChosenPeopleRequest = {
  /** Whether codes are chosen that belong to nobody of the list. */
  codes: boolean;
  /** The names of the chosen people, as they were shown. */
  names: Array<string>;
  /** A whole phone number, a whole email address or a discount code. */
  query: string;
};
