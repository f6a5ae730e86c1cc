// This file is generated from the server's types. Do not edit it.
export type PlayResult = {
  found: number;
  perfect: boolean;
  /** Needed to claim a code. Only a perfect game has one. */
  proof: string | null;
  total: number;
};
