// This file is generated from the server's types. Do not edit it.
import type { AddressHolder } from "./AddressHolder";

export type AddressLookup = {
  holder: AddressHolder | null;
};
