// Splits the keys of a file into the lines +++ around them, which clinic.toml does not have, and the TOML between them.

type FrontMatterParts = {
  readonly before: string;
  readonly toml: string;
  readonly after: string;
  /** The line of the file on which the TOML begins. */
  readonly firstLine: number;
};

export function splitFrontMatter(keys: string): FrontMatterParts {
  const [opening] = /^\uFEFF?(?:\+\+\+[ \t]*\r?\n)?/.exec(keys) ?? [""];
  const hasFence = opening.includes("+");
  const [closing] = (hasFence && /\+\+\+[ \t]*\r?\n?$/.exec(keys)) || [""];
  return {
    before: opening,
    toml: keys.slice(opening.length, keys.length - closing.length),
    after: closing,
    firstLine: hasFence ? 2 : 1,
  };
}

export function joinFrontMatter({ before, toml, after }: FrontMatterParts): string {
  return before + toml + after;
}
