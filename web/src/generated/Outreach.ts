// This file is generated from the server's types. Do not edit it.
import type { Block } from "./Block";
import type { Picture } from "./Picture";

export type Outreach = {
  body: Array<Block>;
  brings: Array<string>;
  needs: Array<string>;
  picture: Picture;
  slug: string;
  summary: string;
  title: string;
};
