// This file is generated from the server's types. Do not edit it.
/** Which list of recalls: to ask, asked without an answer so far, or with a visit to come. */
export type RecallListName = "to-ask" | "asked" | "booked";
