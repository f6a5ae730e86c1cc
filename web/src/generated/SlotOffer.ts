// This file is generated from the server's types. Do not edit it.
/** A free time, in clinic time. */
export type SlotOffer = {
  date: string;
  time: string;
};
