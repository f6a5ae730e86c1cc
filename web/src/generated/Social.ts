// This file is generated from the server's types. Do not edit it.
import type { Network } from "./Network";

export type Social = {
  network: Network;
  url: string;
};
