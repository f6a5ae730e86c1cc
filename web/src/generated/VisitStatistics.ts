// This file is generated from the server's types. Do not edit it.
import type { VisitNumbers } from "./VisitNumbers";
import type { VisitsOfDay } from "./VisitsOfDay";
import type { VisitsOfService } from "./VisitsOfService";
import type { VisitsOfSource } from "./VisitsOfSource";

export type VisitStatistics = {
  days: Array<VisitsOfDay>;
  from: string;
  services: Array<VisitsOfService>;
  sources: Array<VisitsOfSource>;
  to: string;
  totals: VisitNumbers;
};
