// Finds the field that a problem from the server is about: by the key that it names, or by its line.
import type { ContentProblem } from "../../../generated/ContentProblem";
import { linesOf, type TomlFile, type TomlPath } from "./toml/toml-text";

/** `firstLine` is the line of the file on which its TOML begins. */
export function serverErrors(
  file: TomlFile,
  problems: readonly ContentProblem[],
  firstLine: number,
): (path: TomlPath, label: string) => string | null {
  return (path, label) => {
    const name = path.filter((key) => typeof key === "string").join(".");
    const positions = path.flatMap((key, index) => (typeof key === "number" ? [index] : []));
    const entry = path.slice(0, (positions.at(-1) ?? -1) + 1);
    const isIn = (part: TomlPath, line: number) => {
      const lines =
        part.length === 0 ? ([1, Number.POSITIVE_INFINITY] as const) : linesOf(file, part);
      return lines !== null && lines[0] <= line && line <= lines[1];
    };
    const found = problems.find(({ line, message }) => {
      const tomlLine = line - firstLine + 1;
      return message.includes(`\`${name}\``) ? isIn(entry, tomlLine) : isIn(path, tomlLine);
    });
    if (found?.plain) return found.plain;
    return found ? found.message.replace(`\`${name}\``, `“${label}”`) : null;
  };
}
