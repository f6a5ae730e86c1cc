// This file is generated from the server's types. Do not edit it.
/** The names are stable: lists group by them. */
export type AdviceKind = "hard-article" | "hard-sentence" | "heavy-picture" | "link-text" | "no-hospital" | "no-source" | "notice-over" | "phone-number" | "review-due";
