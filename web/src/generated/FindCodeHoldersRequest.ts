// This file is generated from the server's types. Do not edit it.
import type { LastCodeHolder } from "./LastCodeHolder";

export type FindCodeHoldersRequest = {
  after?: LastCodeHolder | null;
  /**
   * The beginning of a code, its last four characters, a whole email address or its beginning: three characters at least. Empty
   * for the latest people.
   */
  query: string;
};
