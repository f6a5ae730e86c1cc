// This file is generated from the server's types. Do not edit it.
import type { HealthAction } from "./HealthAction";
import type { HealthSubject } from "./HealthSubject";

export type HealthCheck = {
  action: HealthAction | null;
  /** What to do. Null when nothing has to be done. */
  advice: string | null;
  /** The single problems. */
  details: Array<string>;
  isGood: boolean;
  /** What was found, as a sentence. */
  message: string;
  subject: HealthSubject;
};
