// This file is generated from the server's types. Do not edit it.
/** The free time that is offered. */
export type OfferedTime = {
  date: string;
  time: string;
};
