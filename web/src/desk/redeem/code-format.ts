// Formats a discount code while it is typed, pasted or scanned. Changes only case and grouping; the server decides
// whether a code is valid.

const PREFIX = "EYE";
/** Of the prefix with the first discount of the clinic, `EYE5`, and of each group after it. */
const GROUP_LENGTH = 4;
const LENGTH_WITHOUT_PREFIX = 8;
/** More than a code, so that extra characters are seen, but still short enough for the field. */
const MAX_LENGTH = 20;

type FieldEdit = { readonly text: string; readonly caret: number };

/** How every new code begins. */
export const codePrefix = (percent: number): string => `${PREFIX}${percent}`;

/** The prefix and groups of four, in upper case. `percent` is the current discount. */
export function formatCode(text: string, percent: number): string {
  const characters = stripSeparators(text).slice(0, MAX_LENGTH);
  const length = prefixLength(characters, percent);
  const groups = characters.slice(length).match(/.{1,4}/g) ?? [];
  return [characters.slice(0, length), ...groups].filter((group) => group !== "").join("-");
}

/** Codes of an earlier discount are recognised when they are complete: until then a digit may belong to either part. */
function prefixLength(characters: string, percent: number): number {
  const current = codePrefix(percent);
  const length = characters.length - LENGTH_WITHOUT_PREFIX;
  if (length > GROUP_LENGTH && isPrefix(characters.slice(0, length))) return length;
  return characters.startsWith(current) ? current.length : GROUP_LENGTH;
}

const isPrefix = (text: string): boolean => /^EYE([1-9]\d?|100)$/.test(text);

/**
 * The formatted text and the caret position after an edit. The caret stays behind the same character. Deleting only a
 * dash would bring it straight back, so the neighbouring character is deleted too: the one before it, or the one after
 * it when deleting `forward`.
 */
export function applyEdit(
  previous: string,
  value: string,
  caret: number,
  percent: number,
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
  const text = formatCode(before + after, percent);
  const firstGroup = prefixLength(before + after, percent);
  const charactersBefore = Math.max(0, before.length - (after === "" ? 1 : 0));
  const dashes =
    charactersBefore < firstGroup
      ? 0
      : 1 + Math.floor((charactersBefore - firstGroup) / GROUP_LENGTH);
  return { text, caret: Math.min(text.length, before.length + dashes) };
}

/** Eight characters that begin like the prefix may be an unfinished full code, so they do not count as complete. */
export function isComplete(text: string, percent: number): boolean {
  const characters = stripSeparators(text);
  if (characters.length === prefixLength(characters, percent) + LENGTH_WITHOUT_PREFIX) return true;
  return characters.length === LENGTH_WITHOUT_PREFIX && !characters.startsWith(PREFIX.slice(0, 2));
}

/** Finds the code in a scanned or pasted text, for example a sentence of the email. */
export function findCode(text: string): string | null {
  const match = /\b(EYE\d{1,3})\W{0,3}([0-9A-Z]{4})\W{0,3}([0-9A-Z]{4})\b/i.exec(text);
  return match ? match.slice(1).join("-").toUpperCase() : null;
}

function stripSeparators(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, "");
}
