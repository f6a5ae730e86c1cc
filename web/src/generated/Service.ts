// This file is generated from the server's types. Do not edit it.
import type { Block } from "./Block";
import type { Picture } from "./Picture";

export type Service = {
  body: Array<Block>;
  bring: Array<string>;
  come: Array<string>;
  drive: string;
  duration: string;
  happens: Array<string>;
  picture: Picture;
  /** As patients read it. Null when none is shown. */
  price: string | null;
  slug: string;
  summary: string;
  title: string;
};
