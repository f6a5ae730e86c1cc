// This file is generated from the server's types. Do not edit it.
/** Text with the same formatting. A line break is the text "\n" in a run of its own. */
export type TextRun = {
  emphasis: boolean;
  href: string | null;
  strong: boolean;
  text: string;
};
