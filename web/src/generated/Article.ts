// This file is generated from the server's types. Do not edit it.
import type { Block } from "./Block";
import type { Byline } from "./Byline";
import type { Picture } from "./Picture";
import type { Source } from "./Source";

export type Article = {
  author: Byline | null;
  body: Array<Block>;
  /** When someone last checked that the text is still right. */
  lastReviewed: string | null;
  minutes: number;
  picture: Picture;
  published: string;
  reviewedBy: Byline | null;
  slug: string;
  sources: Array<Source>;
  summary: string;
  title: string;
  updated: string | null;
  urgent: Array<string>;
};
