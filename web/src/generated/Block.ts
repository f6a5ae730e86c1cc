// This file is generated from the server's types. Do not edit it.
import type { Inline } from "./Inline";
import type { Picture } from "./Picture";

export type Block = {
  type: "heading";
  content: Array<Inline>;
  id: string;
  level: number;
} | {
  type: "paragraph";
  content: Array<Inline>;
} | {
  type: "list";
  items: Array<Array<Block>>;
  ordered: boolean;
} | {
  type: "quote";
  blocks: Array<Block>;
} | {
  type: "image";
  alt: string;
  picture: Picture;
} | {
  type: "table";
  header: Array<Array<Inline>>;
  rows: Array<Array<Array<Inline>>>;
} | {
  type: "rule";
};
