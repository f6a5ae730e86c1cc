// The words of a copy on this device, for a person who reads and copies them when no editor can show it.
import { joinDocument, splitDocument } from "../split-document";
import type { KeptDraft } from "./draft-state";

/** With the words of the editor's document, which are newer than those of the text. */
export function readableText({ text, unwritable }: KeptDraft): string {
  if (unwritable === null) return text;
  return joinDocument(splitDocument(text).keys, wordsOf(unwritable.document));
}

/** Of something that was stored and is not a draft. */
export function readableWords(stored: string): string {
  try {
    return wordsOf(JSON.parse(stored)).trim() || stored;
  } catch {
    return stored;
  }
}

/** What is written about a text, and not by a person. */
const NOT_WORDS = ["type", "version", "message", "marks"];

function wordsOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    // The parts of one line, such as words in bold between others.
    const isLine = value.some((part) => isObject(part) && part.type === "text");
    return value.map(wordsOf).join(isLine ? "" : "\n");
  }
  if (!isObject(value)) return "";
  return Object.entries(value)
    .filter(([key]) => !NOT_WORDS.includes(key))
    .map(([, part]) => wordsOf(part))
    .filter((words) => words !== "")
    .join("\n");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
