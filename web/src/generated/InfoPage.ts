// This file is generated from the server's types. Do not edit it.
import type { Block } from "./Block";
import type { Picture } from "./Picture";

/** A page that the clinic added. */
export type InfoPage = {
  body: Array<Block>;
  picture: Picture | null;
  slug: string;
  summary: string;
  title: string;
};
