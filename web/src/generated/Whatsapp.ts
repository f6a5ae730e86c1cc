// This file is generated from the server's types. Do not edit it.
export type Whatsapp = {
  /** `https://wa.me/…?text=…` */
  href: string;
};
