// Text work on discount codes as they are typed, pasted and scanned. Whether a code is one is the server's to say:
// nothing here changes a character, only case and grouping.

const PREFIX = "EYE5";
const GROUP = 4;
const WITHOUT_PREFIX = 8;
const WHOLE = PREFIX.length + WITHOUT_PREFIX;
/** Enough to show that something is too long, too little to break the screen. */
const MOST = 20;

export type Typed = { readonly text: string; readonly caret: number };

/** Letters and digits in capitals, in groups of four. */
export function group(text: string): string {
  return (
    bare(text)
      .slice(0, MOST)
      .match(/.{1,4}/g) ?? []
  ).join("-");
}

/**
 * What the box shows after a key, and where the caret goes: behind the same character as before, however the dashes
 * have moved. Deleting a dash alone would bring it straight back, so it takes its neighbour along: the character before
 * it, or, deleting `forward`, the one behind.
 */
export function retype(before: string, value: string, caret: number, forward = false): Typed {
  let ahead = bare(value.slice(0, caret));
  let behind = bare(value.slice(caret));
  if (value.length === before.length - 1 && ahead + behind === bare(before)) {
    if (forward) behind = behind.slice(1);
    else ahead = ahead.slice(0, -1);
  }
  const text = group(ahead + behind);
  const dashes = Math.floor(Math.max(0, ahead.length - (behind === "" ? 1 : 0)) / GROUP);
  return { text, caret: Math.min(text.length, ahead.length + dashes) };
}

/** Whether this can be all of it. Eight characters that begin like the prefix may be a code half typed. */
export function isComplete(text: string): boolean {
  const typed = bare(text);
  if (typed.length === WHOLE) return true;
  return typed.length === WITHOUT_PREFIX && !typed.startsWith(PREFIX.slice(0, 2));
}

/** The code in a scanned or pasted text, such as a whole sentence of the mail. */
export function findCode(text: string): string | null {
  const found = /\bEYE5\W{0,3}[0-9A-Z]{4}\W{0,3}[0-9A-Z]{4}\b/i.exec(text);
  return found ? group(found[0]) : null;
}

function bare(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, "");
}
