// This file is generated from the server's types. Do not edit it.
import type { VisitTime } from "./VisitTime";

export type CheckTimesRequest = {
  service: string;
  visits: Array<VisitTime>;
};
