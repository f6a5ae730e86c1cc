// This file is generated from the server's types. Do not edit it.
export type Phone = {
  /** As the clinic writes it. */
  display: string;
  /** `tel:+234…` */
  href: string;
};
