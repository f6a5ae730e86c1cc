// This file is generated from the server's types. Do not edit it.
import type { VisitNumbers } from "./VisitNumbers";

export type VisitsOfService = VisitNumbers & {
  service: string;
  title: string;
};
