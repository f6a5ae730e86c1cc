// This file is generated from the server's types. Do not edit it.
import type { Phone } from "./Phone";

/** A hospital with an eye doctor on call. It has only what the clinic has confirmed. */
export type Hospital = {
  area: string | null;
  map: string | null;
  name: string;
  phone: Phone | null;
};
