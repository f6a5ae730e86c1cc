// This file is generated from the server's types. Do not edit it.
export type ReadyMessage = {
  /** `sms:+234…` */
  sms: string;
  text: string;
  /** `https://wa.me/…` */
  whatsapp: string;
};
