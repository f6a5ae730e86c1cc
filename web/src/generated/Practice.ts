// This file is generated from the server's types. Do not edit it.
import type { Level } from "./Level";

/** The puzzle for practice. */
export type Practice = {
  /** The day for which it was drawn. Today, or an earlier day when none could be drawn since. */
  date: string;
  level: Level;
};
