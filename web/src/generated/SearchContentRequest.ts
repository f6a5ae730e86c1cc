// This file is generated from the server's types. Do not edit it.
export type SearchContentRequest = {
  /** In any order. Parts of words are found as well. */
  words: string;
};
