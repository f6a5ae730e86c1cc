// This file is generated from the server's types. Do not edit it.
import type { Card } from "./Card";

/** Articles for the same readers. */
export type ArticleGroup = {
  articles: Array<Card>;
  heading: string;
};
