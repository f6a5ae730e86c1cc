// This file is generated from the server's types. Do not edit it.
import type { HealthCheck } from "./HealthCheck";

export type Health = {
  checks: Array<HealthCheck>;
  /** The time by the clock of the server. */
  now: string;
};
