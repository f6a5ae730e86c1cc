// This file is generated from the server's types. Do not edit it.
/** What became of an offer. */
export type EarlierAnswer = "no" | "not-reached" | "no-longer";
