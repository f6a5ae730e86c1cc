// The addresses of documents with a page of their own, and the links to them. The server changes both, in one step.
import type { ContentDocument } from "../../../generated/ContentDocument";
import type { DocumentKind } from "../../../generated/DocumentKind";
import { joinFrontMatter, splitFrontMatter } from "../form/toml/front-matter";
import { setValue } from "../form/toml/toml-edit";
import { countEntries, parseToml, valueAt } from "../form/toml/toml-text";
import { joinDocument, splitDocument } from "../split-document";

export type MovedDocument = {
  readonly path: string;
  readonly kind: MovableKind;
  readonly version: string;
  /** Whether visitors know the old address. */
  readonly isPublished: boolean;
};

/** The folders of documents that have a page of their own. Their addresses begin with the same words. */
const folders = { article: "articles", info: "info" } as const;

type MovableKind = keyof typeof folders;

export const isMovable = (kind: DocumentKind): kind is MovableKind => Object.hasOwn(folders, kind);

export const addressOf = ({ kind }: Pick<MovedDocument, "kind">, name: string) =>
  `/${folders[kind]}/${name}`;

export const pathWithName = ({ kind }: Pick<MovedDocument, "kind">, name: string) =>
  `${folders[kind]}/${name}.md`;

const ARTICLES = "/articles/";

/** The text with all links to the old address changed. Null for a document that has none. */
export function withLinks(
  { text, kind }: Pick<ContentDocument, "text" | "kind">,
  from: string,
  to: string,
): string | null {
  if (text === null) return null;
  const { keys, body } = splitDocument(text);
  const parts = splitFrontMatter(keys);
  const change = (words: string) =>
    words.split(from).reduce((done, rest) => done + (/^[\w-]/.test(rest) ? from : to) + rest);
  const toml = withArticle(change(parts.toml), kind, from, to);
  return joinDocument(joinFrontMatter({ ...parts, toml }), change(body));
}

/** Services and the urgent questions name an article by the last part of its address. */
function withArticle(
  toml: string,
  kind: ContentDocument["kind"],
  from: string,
  to: string,
): string {
  const file = parseToml(toml);
  if (file === null || !from.startsWith(ARTICLES)) return toml;
  const [old, name] = [from, to].map((address) => address.slice(ARTICLES.length));
  if (old === undefined || name === undefined) return toml;
  if (kind === "service") {
    const value = valueAt(file, ["articles"]);
    if (value.kind !== "list") return toml;
    const texts = value.texts.map((text) => (text === old ? name : text));
    return setValue(toml, ["articles"], { kind: "list", texts }, []);
  }
  let changed = toml;
  if (kind === "urgent") {
    for (let row = 0; row < countEntries(file, ["rows"]); row++) {
      const value = valueAt(file, ["rows", row, "article"]);
      if (value.kind === "text" && value.text === old) {
        changed = setValue(changed, ["rows", row, "article"], { kind: "text", text: name }, []);
      }
    }
  }
  return changed;
}
