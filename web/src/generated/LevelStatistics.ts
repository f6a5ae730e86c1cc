// This file is generated from the server's types. Do not edit it.
import type { SpotStatistics } from "./SpotStatistics";

export type LevelStatistics = {
  level: number;
  /** Finished games that had this level. */
  plays: number;
  spots: Array<SpotStatistics>;
};
