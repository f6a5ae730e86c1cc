// This file is generated from the server's types. Do not edit it.
/** How many games and codes reached each step, from starting a game to redeeming a code. */
export type FunnelCounts = {
  claimed: number;
  finished: number;
  perfect: number;
  redeemed: number;
  started: number;
};
