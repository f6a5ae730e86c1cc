// This file is generated from the server's types. Do not edit it.
export type SightAnswer = "up" | "down" | "left" | "right" | "unseen" | "undo";
