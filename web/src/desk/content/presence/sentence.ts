// The words for people who have a document open.
import { joinNames } from "../join-names";

/** So many names are read at a glance. */
const MAX_NAMES = 3;

/** "Ngozi", "Ngozi and Emeka", "Ngozi, Emeka and Bola", "Ngozi, Emeka and 2 others". */
export function listNames(names: readonly string[]): string {
  const shown = names.length > MAX_NAMES ? names.slice(0, MAX_NAMES - 1) : names.slice(0, -1);
  const rest = names.length - shown.length;
  const last = rest > 1 ? `${rest} others` : (names.at(-1) ?? "");
  return joinNames([...shown, last]);
}

export const whatTheyDo = (names: readonly string[]): string =>
  `${names.length === 1 ? "has" : "have"} this open too.`;
