// Moves a document with a page of its own to another address: a draft at the new one, the old one deleted, a redirect from it, and
// the links that led to it.
// All of them are drafts, so nothing changes for visitors before they are published together.
import type { ContentDocument } from "../../../generated/ContentDocument";
import type { DocumentKind } from "../../../generated/DocumentKind";
import {
  deleteDocument,
  discardDraft,
  getDocument,
  listDrafts,
  moveNotes,
  saveDraft,
} from "../../api/endpoints";
import { nameOf } from "../content-address";
import { joinFrontMatter, splitFrontMatter } from "../form/toml/front-matter";
import { removeKey, setValue } from "../form/toml/toml-edit";
import { countEntries, parseToml, valueAt } from "../form/toml/toml-text";
import { NO_DOCUMENT } from "../list/new-documents";
import { joinDocument, splitDocument } from "../split-document";

const REDIRECTS_FILE = "redirects.toml";

export type MovedDocument = {
  readonly path: string;
  readonly kind: MovableKind;
  readonly version: string;
  readonly text: string;
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

/** Returns the path of the draft at the new address. Null if nothing was changed, because the redirects have a mistake. */
export async function changeAddress(document: MovedDocument, name: string): Promise<string | null> {
  const from = addressOf(document, nameOf(document.path));
  const to = addressOf(document, name);
  const path = pathWithName(document, name);
  const redirects = await getDocument(REDIRECTS_FILE);
  const redirected = withRedirect(redirects.text ?? "", from, to, document.isPublished);
  if (redirected === null) return null;
  await saveDraft(path, { text: document.text }, NO_DOCUMENT);
  await moveNotes(document.path, path);
  if (document.isPublished) await deleteDocument(document.path, document.version);
  else await discardDraft(document.path, document.version);
  if (redirected !== (redirects.text ?? "")) {
    await saveDraft(REDIRECTS_FILE, { text: redirected }, redirects.version);
  }
  // The server knows every link to the old address now: as a mistake.
  const { problems } = await listDrafts();
  const linking = problems.filter(({ message }) => namesAddress(message, from));
  for (const file of new Set(linking.map((problem) => problem.file))) {
    const other = await getDocument(file);
    const text = withLinks(other, from, to);
    if (text !== null && text !== other.text) await saveDraft(file, { text }, other.version);
  }
  return path;
}

function namesAddress(message: string, address: string): boolean {
  const after = message.split(address).slice(1);
  return after.some((rest) => /^[ #]/.test(rest));
}

/** Earlier redirects lead to the new address at once. A page that is there again needs none. Null if the file has a mistake. */
export function withRedirect(
  toml: string,
  from: string,
  to: string,
  isPublished: boolean,
): string | null {
  const file = parseToml(toml);
  if (file === null) return null;
  let changed = removeKey(toml, [to]);
  for (const key of file.root.children.keys()) {
    const value = valueAt(file, [key]);
    if (key !== to && value.kind === "text" && value.text === from) {
      changed = setValue(changed, [key], { kind: "text", text: to }, []);
    }
  }
  return isPublished ? withLine(changed, from, to) : changed;
}

export function withLine(toml: string, from: string, to: string): string {
  const line = `${JSON.stringify(from)} = ${JSON.stringify(to)}\n`;
  return toml === "" || toml.endsWith("\n") ? toml + line : `${toml}\n${line}`;
}

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
