// This file is generated from the server's types. Do not edit it.
export type DocumentKind = "page" | "service" | "outreach" | "article" | "info" | "member" | "clinic" | "game" | "urgent" | "redirects" | "picture" | "descriptions";
