// Formats a discount code while it is typed, pasted or scanned. Changes only case and grouping; the server decides
// whether a code is valid.

const PREFIX = "EYE5";
const GROUP_LENGTH = 4;
const LENGTH_WITHOUT_PREFIX = 8;
const FULL_LENGTH = PREFIX.length + LENGTH_WITHOUT_PREFIX;
/** More than a code, so that extra characters are seen, but still short enough for the field. */
const MAX_LENGTH = 20;

export type FieldEdit = { readonly text: string; readonly caret: number };

/** Upper-case letters and digits in groups of four. */
export function formatCode(text: string): string {
  return (
    stripSeparators(text)
      .slice(0, MAX_LENGTH)
      .match(/.{1,4}/g) ?? []
  ).join("-");
}

/**
 * The formatted text and the caret position after an edit. The caret stays behind the same character. Deleting only a
 * dash would bring it straight back, so the neighbouring character is deleted too: the one before it, or the one after
 * it when deleting `forward`.
 */
export function applyEdit(
  previous: string,
  value: string,
  caret: number,
  forward = false,
): FieldEdit {
  let before = stripSeparators(value.slice(0, caret));
  let after = stripSeparators(value.slice(caret));
  const onlyDashDeleted =
    value.length === previous.length - 1 && before + after === stripSeparators(previous);
  if (onlyDashDeleted) {
    if (forward) after = after.slice(1);
    else before = before.slice(0, -1);
  }
  const text = formatCode(before + after);
  const dashes = Math.floor(Math.max(0, before.length - (after === "" ? 1 : 0)) / GROUP_LENGTH);
  return { text, caret: Math.min(text.length, before.length + dashes) };
}

/** Eight characters that begin like the prefix may be an unfinished full code, so they do not count as complete. */
export function isComplete(text: string): boolean {
  const characters = stripSeparators(text);
  if (characters.length === FULL_LENGTH) return true;
  return characters.length === LENGTH_WITHOUT_PREFIX && !characters.startsWith(PREFIX.slice(0, 2));
}

/** Finds the code in a scanned or pasted text, for example a sentence of the email. */
export function findCode(text: string): string | null {
  const match = /\bEYE5\W{0,3}[0-9A-Z]{4}\W{0,3}[0-9A-Z]{4}\b/i.exec(text);
  return match ? formatCode(match[0]) : null;
}

function stripSeparators(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, "");
}
