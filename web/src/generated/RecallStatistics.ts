// This file is generated from the server's types. Do not edit it.
/** How many recalls were agreed, and how they ended. */
export type RecallStatistics = {
  agreed: number;
  asked: number;
  cameBack: number;
  declined: number;
  noAnswer: number;
};
