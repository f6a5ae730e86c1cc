// This file is generated from the server's types. Do not edit it.
export type BlockTimeRequest = {
  /** Left out, all chairs are blocked. */
  chair?: number | null;
  date: string;
  from: string;
  reason: string;
  until: string;
};
