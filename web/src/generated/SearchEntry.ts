// This file is generated from the server's types. Do not edit it.
import type { SearchKind } from "./SearchKind";

export type SearchEntry = {
  href: string;
  kind: SearchKind;
  summary: string;
  title: string;
  /** More words by which it is found: headings and names that people use. */
  words: string;
};
