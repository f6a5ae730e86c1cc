// This file is generated from the server's types. Do not edit it.
/** Which list of recalls: not due yet, to ask, asked without an answer so far, with a visit to come, or ended by staff within a day. */
export type RecallListName = "planned" | "to-ask" | "asked" | "booked" | "ended";
