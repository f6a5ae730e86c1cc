// This file is generated from the server's types. Do not edit it.
export type Inline = {
  type: "text";
  text: string;
} | {
  type: "strong";
  content: Array<Inline>;
} | {
  type: "emphasis";
  content: Array<Inline>;
} | {
  type: "link";
  content: Array<Inline>;
  href: string;
} | {
  type: "break";
};
