// This file is generated from the server's types. Do not edit it.
/** How a recall ended. */
export type RecallOutcome = "came-back" | "declined" | "no-answer";
