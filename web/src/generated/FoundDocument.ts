// This file is generated from the server's types. Do not edit it.
export type FoundDocument = {
  /** One of the words with others around it, or the description of a picture. Null when only the title has the words. */
  excerpt: string | null;
  path: string;
  title: string | null;
};
