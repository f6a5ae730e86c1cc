// This file is generated from the server's types. Do not edit it.
import type { FunnelCounts } from "./FunnelCounts";

export type DailyCounts = FunnelCounts & {
  day: string;
};
