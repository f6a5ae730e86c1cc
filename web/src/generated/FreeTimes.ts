// This file is generated from the server's types. Do not edit it.
import type { SlotOffer } from "./SlotOffer";

export type FreeTimes = {
  nearest: Array<SlotOffer>;
};
