// This file is generated from the server's types. Do not edit it.
export type PassagePlace = {
  /** The passage with some words around it. */
  excerpt: string;
  isDraft: boolean;
  /** The site shows it now, so it cannot be removed yet. */
  isShown: boolean;
  path: string;
  /** How many revisions contain it. */
  revisions: number;
  title: string | null;
};
