// How long the text is, and how long reading it takes.
import type { ReactNode } from "react";
import { readingTime } from "../../../lib/time/reading-time";
import desk from "../../components/desk.module.css";

/** As on the page of an article (crates/content/src/files/collections.rs). */
const WORDS_PER_MINUTE = 180;

export function TextLength({ markdown }: { markdown: string }): ReactNode {
  const words = countWords(markdown);
  if (words === 0) return null;
  return (
    <p className={desk.secondary}>
      {words === 1 ? "1 word" : `${words} words`}, about{" "}
      {readingTime(Math.ceil(words / WORDS_PER_MINUTE))}
    </p>
  );
}

/** Without addresses of links and pictures, and without Markdown's marks. */
export function countWords(markdown: string): number {
  const read = markdown.replace(/!\[[^\]]*\]\([^)]*\)/g, " ").replace(/\]\([^)]*\)/g, "]");
  return read.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
