// Saves a new order: one draft for each document whose number changes. All are read and checked before the first is saved.
import type { ContentDocument } from "../../../generated/ContentDocument";
import { apiFailureOf, describeApiFailure } from "../../api/api-error";
import { getDocument, saveDraft } from "../../api/endpoints";
import { keyOrder } from "../form/field-values";
import { joinFrontMatter, splitFrontMatter } from "../form/toml/front-matter";
import { removeKey, setValue } from "../form/toml/toml-edit";
import { parseToml, valueAt } from "../form/toml/toml-text";
import { joinDocument, splitDocument } from "../split-document";
import type { PositionChange } from "./order-lists";

/** Titles of documents. */
export type SavedOrder =
  | { readonly kind: "saved" }
  /** Nothing was saved, because the document has another number than the screen showed. */
  | { readonly kind: "changedMeanwhile"; readonly title: string }
  /** Nothing was saved, because the lines at the top of the document have a mistake. */
  | { readonly kind: "unreadable"; readonly title: string }
  | {
      readonly kind: "partly";
      readonly saved: readonly string[];
      readonly notSaved: readonly string[];
      readonly reason: string;
    };

export async function saveOrder(
  changes: readonly PositionChange[],
  key: string,
): Promise<SavedOrder> {
  const documents = await Promise.all(changes.map(({ path }) => getDocument(path)));
  const edits = changes.map((change, index) => ({
    ...change,
    version: documents[index]?.version ?? "",
    edit: withNumber(documents[index], key, change),
  }));
  for (const { edit, title } of edits) if (edit.kind !== "text") return { kind: edit.kind, title };
  for (const [index, { path, edit, version }] of edits.entries()) {
    try {
      await saveDraft(path, { text: edit.text ?? "" }, version);
    } catch (error) {
      if (index === 0) throw error;
      const titles = changes.map(({ title }) => title);
      return {
        kind: "partly",
        saved: titles.slice(0, index),
        notSaved: titles.slice(index),
        reason: describeApiFailure(apiFailureOf(error)),
      };
    }
  }
  return { kind: "saved" };
}

type Edit =
  | { readonly kind: "text"; readonly text: string }
  /** The document has another number than the change is based on, or is gone. */
  | { readonly kind: "changedMeanwhile" | "unreadable"; readonly text?: never };

function withNumber(
  document: ContentDocument | undefined,
  key: string,
  { before, after }: PositionChange,
): Edit {
  if (!document || document.text === null) return { kind: "changedMeanwhile" };
  const { keys, body } = splitDocument(document.text);
  const parts = splitFrontMatter(keys);
  const file = parseToml(parts.toml);
  if (file === null) return { kind: "unreadable" };
  const value = valueAt(file, [key]);
  const current = value.kind === "literal" ? Number(value.text) : null;
  if (current !== before) return { kind: "changedMeanwhile" };
  const fields = document.definition?.groups.flatMap((group) => group.fields) ?? [];
  const toml =
    after === null
      ? removeKey(parts.toml, [key])
      : setValue(parts.toml, [key], { kind: "literal", text: `${after}` }, keyOrder(fields));
  return { kind: "text", text: joinDocument(joinFrontMatter({ ...parts, toml }), body) };
}
