// This file is generated from the server's types. Do not edit it.
export type LastDecision = "tell" | "keep";
