// The text of a copy of a document: with its own title, at the end of its list, and reviewed by nobody yet.
import { joinFrontMatter, splitFrontMatter } from "../form/toml/front-matter";
import { removeKey, setValue } from "../form/toml/toml-edit";
import { parseToml, valueAt } from "../form/toml/toml-text";
import type { FirstValues, NewKind } from "../list/new-documents";
import { joinDocument, splitDocument } from "../split-document";

/** Nobody has checked the copy, and it is neither on the home page nor in the menu. */
const NOT_COPIED = ["home", "updated", "reviewed_by", "last_reviewed", "menu", "time"];

export function copyOf(kind: NewKind, text: string, values: FirstValues): string {
  const { keys, body } = splitDocument(text);
  const parts = splitFrontMatter(keys);
  const titleKey = kind === "member" ? "name" : "title";
  let toml = setValue(parts.toml, [titleKey], { kind: "text", text: values.title }, []);
  const has = (key: string) => {
    const file = parseToml(toml);
    return file !== null && valueAt(file, [key]).kind !== "missing";
  };
  if (has("order")) {
    toml = setValue(toml, ["order"], { kind: "literal", text: `${values.position}` }, []);
  }
  if (kind === "article") {
    toml = setValue(toml, ["published"], { kind: "literal", text: values.date }, []);
  }
  for (const key of NOT_COPIED) if (has(key)) toml = removeKey(toml, [key]);
  return joinDocument(joinFrontMatter({ ...parts, toml }), body);
}
