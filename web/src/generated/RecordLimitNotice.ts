// This file is generated from the server's types. Do not edit it.
export type RecordLimitNotice = {
  at: string;
  /** `30 in a day` or `120 in a day`. */
  limit: string;
  /** The name of the account. */
  name: string;
  /** How often more records were asked for in the hour after `at`. */
  times: number;
};
