// The tree that the editor shows for a text. It is sent with a save, so that the server refuses a text that it reads
// differently.
import type { TextBlock } from "../../../generated/TextBlock";
import { splitDocument } from "../split-document";

/** What the editor has written last. */
export type WrittenText = {
  /** The text below the keys. */
  readonly body: string;
  /** Null for a text that was written as Markdown: nobody has seen its tree. */
  readonly tree: TextBlock[] | null;
};

interface SavedText {
  /** What is saved now. */
  text: string;
  /** What the server has. */
  saved: string | null;
  written: WrittenText | null;
}

/**
 * Null if nothing has to be compared. A text that was merged, or kept on the device by an earlier visit, was not written by
 * this editor, but it is what the editor shows.
 */
export async function shownTree({ text, saved, written }: SavedText): Promise<TextBlock[] | null> {
  const { body } = splitDocument(text);
  if (written?.body === body) return written.tree;
  if (saved !== null && splitDocument(saved).body === body) return null;
  const { readBlocks } = await import("../editor/markdown/read-markdown");
  return readBlocks(body);
}
