// Finds the place that a message about a line of a document leads to: a line of its text, or a field of its form.
import { splitFrontMatter } from "../form/toml/front-matter";
import { parseToml, pathAtLine } from "../form/toml/toml-text";
import { splitDocument } from "../split-document";

export type Place =
  | { readonly kind: "none" }
  /** A line of the text below the keys. */
  | { readonly kind: "text"; readonly line: number }
  /** Such as `sources.0.url`. Empty for the form as a whole. */
  | { readonly kind: "field"; readonly path: string };

export function placeIn(text: string, line: number | null, field: string | null = null): Place {
  if (field !== null) return { kind: "field", path: field };
  if (line === null) return { kind: "none" };
  const { keys } = splitDocument(text);
  const { toml, after, firstLine } = splitFrontMatter(keys);
  // The lines of the keys, without the line +++ that ends them: it stands for a text that is missing.
  const keyLines = firstLine + toml.split("\n").length - 2;
  if (after !== "" && line > keyLines) {
    return { kind: "text", line: Math.max(1, line - keyLines - 1) };
  }
  const file = parseToml(toml);
  const path = file && pathAtLine(file, line - firstLine + 1);
  return { kind: "field", path: path?.join(".") ?? "" };
}

/** The field for a value, or the nearest one around it, or the first one, so that a line leads at least to the form. */
export function fieldAt(form: ParentNode, path: string): HTMLElement | null {
  const boxes = [...form.querySelectorAll<HTMLElement>("[data-field]")];
  for (let part = path; part !== ""; part = part.slice(0, Math.max(0, part.lastIndexOf(".")))) {
    const box = boxes.find(({ dataset }) => dataset.field === part);
    const field = box && firstControl(box);
    if (field) return field;
  }
  return firstControl(form);
}

function firstControl(box: ParentNode): HTMLElement | null {
  return (
    box.querySelector<HTMLElement>("input, textarea, select") ??
    box.querySelector<HTMLElement>("button, summary")
  );
}
