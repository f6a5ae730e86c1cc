// This file is generated from the server's types. Do not edit it.
import type { Level } from "./Level";

export type Game = {
  levels: Array<Level>;
};
