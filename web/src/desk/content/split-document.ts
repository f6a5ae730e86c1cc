// Splits a content file into its keys, with the lines +++ around them, and the Markdown below.

const FENCE = "+++";

/** `keys + body` is the whole text. A file without keys, such as clinic.toml, has no body. */
export function splitDocument(text: string): { keys: string; body: string } {
  const lines = text.split(/(?<=\n)/);
  if ((lines[0] ?? "").trim() !== FENCE) return { keys: text, body: "" };
  const closing = lines.findIndex((line, index) => index > 0 && line.trimEnd() === FENCE);
  if (closing < 0) return { keys: text, body: "" };
  const keys = lines.slice(0, closing + 1).join("");
  return { keys, body: text.slice(keys.length) };
}

/** The closing +++ needs a line of its own. */
export function joinDocument(keys: string, body: string): string {
  return body === "" || keys === "" || keys.endsWith("\n") ? keys + body : `${keys}\n${body}`;
}
