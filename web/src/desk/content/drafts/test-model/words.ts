// Texts of numbered words for tests. A word is unique, so that one which is missing was lost.

/** What the model's editor cannot write. */
export const UNWRITABLE = "<!--";

export function wordsIn(text: string | null): Set<string> {
  return new Set(text?.match(/w\d+/g));
}

export type Kind = "toml" | "markdown";

export const START: Record<Kind, string> = {
  markdown: '+++\nhours = "w1"\nnotice = "w2"\n+++\nw3\n\nw4\n\nw5\n',
  toml: '# w3\nhours = "w1"\n\n[notice]\ntext = "w2"\n\n[[closures]]\nday = "w4"\nreason = "w5"\n',
};

/** Changes the value of the nth key. */
export function setKey(keys: string, index: number, word: string): string {
  const lines = keys.split("\n");
  const places = lines.flatMap((line, at) => (/^\w+ = /.test(line) ? [at] : []));
  const at = places[index % places.length] ?? 0;
  lines[at] = (lines[at] ?? "").replace(/= .*$/, `= "${word}"`);
  return lines.join("\n");
}

/** Adds an entry to a list. */
export function addEntry(keys: string, word: string): string {
  const entry = `[[closures]]\nday = "${word}"\n`;
  return keys.endsWith("+++\n") ? keys.replace(/\+\+\+\n$/, `${entry}+++\n`) : `${keys}\n${entry}`;
}

/** Adds a word to the nth paragraph. */
export function addWord(body: string, index: number, word: string): string {
  return changeParagraph(body, index, (words) => [`${words} ${word}`]);
}

export function addParagraph(body: string, index: number, word: string): string {
  return changeParagraph(body, index, (words) => [words, word]);
}

export function removeParagraph(body: string, index: number): string {
  return changeParagraph(body, index, () => []);
}

function changeParagraph(body: string, index: number, change: (words: string) => string[]): string {
  const paragraphs = body.trim().split(/\n\n+/);
  const at = index % paragraphs.length;
  const changed = paragraphs.flatMap((words, place) => (place === at ? change(words) : [words]));
  return `${changed.map((words) => words.trim()).join("\n\n")}\n`;
}
