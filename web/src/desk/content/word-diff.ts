// The words that were added to a text and removed from it.

export type DiffPart = { readonly kind: "same" | "added" | "removed"; readonly text: string };

/** Longer texts are compared by paragraph only: comparing words takes time and memory of the square of their number. */
const MAX_WORDS = 2000;

export function diffWords(before: string, after: string): DiffPart[] {
  const paragraphs = diff(before.split(/(?<=\n)/), after.split(/(?<=\n)/));
  return mergeParts(
    pairs(paragraphs).flatMap(([removed, added, same]) => [
      ...(isShort(removed) && isShort(added)
        ? diff(words(removed), words(added))
        : ([
            { kind: "removed", text: removed },
            { kind: "added", text: added },
          ] as const)),
      { kind: "same", text: same },
    ]),
  );
}

function words(text: string): string[] {
  return text.match(/\s+|[^\s]+/g) ?? [];
}

function isShort(text: string): boolean {
  return words(text).length <= MAX_WORDS;
}

/** Removed and added paragraphs that follow each other, and what stays after them. */
function pairs(parts: readonly DiffPart[]): [string, string, string][] {
  const result: [string, string, string][] = [];
  for (const { kind, text } of parts) {
    let last = result.at(-1);
    if (!last || (kind !== "same" && last[2] !== "")) {
      last = ["", "", ""];
      result.push(last);
    }
    last[kind === "removed" ? 0 : kind === "added" ? 1 : 2] += text;
  }
  return result;
}

function mergeParts(parts: readonly DiffPart[]): DiffPart[] {
  const merged: DiffPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (part.text === "") continue;
    if (last?.kind === part.kind)
      merged[merged.length - 1] = { ...last, text: last.text + part.text };
    else merged.push(part);
  }
  return merged;
}

/** The shortest difference of two lists, by their longest common subsequence. */
function diff(before: readonly string[], after: readonly string[]): DiffPart[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start])
    start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before.at(-1 - end) === after.at(-1 - end)
  ) {
    end += 1;
  }
  const same = (text: string): DiffPart => ({ kind: "same", text });
  return [
    ...before.slice(0, start).map(same),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

function diffMiddle(before: readonly string[], after: readonly string[]): DiffPart[] {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const common = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        before[i] === after[j]
          ? common(i + 1, j + 1) + 1
          : Math.max(common(i + 1, j), common(i, j + 1));
    }
  }
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      parts.push({ kind: "same", text: before[i] ?? "" });
      i += 1;
      j += 1;
    } else if (j >= after.length || (i < before.length && common(i + 1, j) >= common(i, j + 1))) {
      parts.push({ kind: "removed", text: before[i] ?? "" });
      i += 1;
    } else {
      parts.push({ kind: "added", text: after[j] ?? "" });
      j += 1;
    }
  }
  return parts;
}
