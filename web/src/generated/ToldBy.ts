// This file is generated from the server's types. Do not edit it.
/** Who tells the patient of a change at the desk. */
export type ToldBy = "email" | "staff" | "after-decision";
