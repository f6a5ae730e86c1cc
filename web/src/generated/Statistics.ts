// This file is generated from the server's types. Do not edit it.
import type { DailyCounts } from "./DailyCounts";
import type { FunnelCounts } from "./FunnelCounts";
import type { LevelStatistics } from "./LevelStatistics";

export type Statistics = {
  days: Array<DailyCounts>;
  from: string;
  levels: Array<LevelStatistics>;
  to: string;
  totals: FunnelCounts;
};
