// Where the cursor goes when somebody else's words appear in a plain text.

/** A position before the change stays, one after it moves with its words. Inside the change it goes to the change's start. */
export function moveCursor(before: string, after: string, position: number): number {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  if (position <= start) return position;
  if (position >= before.length - end) return position + after.length - before.length;
  return start;
}
