// This file is generated from the server's types. Do not edit it.
import type { Block } from "./Block";
import type { Picture } from "./Picture";

export type Member = {
  body: Array<Block>;
  name: string;
  picture: Picture;
  role: string;
  slug: string;
};
