// This file is generated from the server's types. Do not edit it.
import type { TextRun } from "./TextRun";

export type TextBlock = {
  type: "heading";
  content: Array<TextRun>;
  level: number;
} | {
  type: "paragraph";
  content: Array<TextRun>;
} | {
  type: "list";
  items: Array<Array<TextBlock>>;
  ordered: boolean;
} | {
  type: "quote";
  blocks: Array<TextBlock>;
} | {
  type: "image";
  alt: string;
  src: string;
} | {
  type: "table";
  header: Array<Array<TextRun>>;
  rows: Array<Array<Array<TextRun>>>;
} | {
  type: "rule";
} | {
  type: "source";
  markdown: string;
};
