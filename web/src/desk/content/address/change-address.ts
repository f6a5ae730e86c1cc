// Moves an article to another address: a draft at the new one, the old one deleted, a redirect from it, and the links that led to it.
// All of them are drafts, so nothing changes for visitors before they are published together.
import type { ContentDocument } from "../../../generated/ContentDocument";
import {
  deleteDocument,
  discardDraft,
  getDocument,
  listDrafts,
  moveNotes,
  saveDraft,
} from "../../api/endpoints";
import { nameOf } from "../content-address";
import { joinKeys, splitKeys } from "../form/split-keys";
import { removeKey, setValue } from "../form/toml-edit";
import { countEntries, parseToml, valueAt } from "../form/toml-text";
import { NO_DOCUMENT } from "../new-documents";
import { joinDocument, splitDocument } from "../split-document";

export const REDIRECTS_FILE = "redirects.toml";

export type MovedArticle = {
  readonly path: string;
  readonly version: string;
  readonly text: string;
  /** Whether visitors know the old address. */
  readonly isPublished: boolean;
};

const ARTICLES = "/articles/";

/** Returns the path of the draft at the new address. Null if nothing was changed, because the redirects have a mistake. */
export async function changeAddress(article: MovedArticle, name: string): Promise<string | null> {
  const from = ARTICLES + nameOf(article.path);
  const to = ARTICLES + name;
  const path = `articles/${name}.md`;
  const redirects = await getDocument(REDIRECTS_FILE);
  const redirected = withRedirect(redirects.text ?? "", from, to, article.isPublished);
  if (redirected === null) return null;
  await saveDraft(path, { text: article.text }, NO_DOCUMENT);
  await moveNotes(article.path, path);
  if (article.isPublished) await deleteDocument(article.path, article.version);
  else await discardDraft(article.path, article.version);
  if (redirected !== (redirects.text ?? "")) {
    await saveDraft(REDIRECTS_FILE, { text: redirected }, redirects.version);
  }
  // The server knows every link to the old address now: as a mistake.
  const { problems } = await listDrafts();
  const linking = problems.filter(({ message }) => namesAddress(message, from));
  for (const file of new Set(linking.map((problem) => problem.file))) {
    const document = await getDocument(file);
    const text = withLinks(document, from, to);
    if (text !== null && text !== document.text) await saveDraft(file, { text }, document.version);
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
  const parts = splitKeys(keys);
  const change = (words: string) =>
    words.split(from).reduce((done, rest) => done + (/^[\w-]/.test(rest) ? from : to) + rest);
  const toml = withArticle(change(parts.toml), kind, from, to);
  return joinDocument(joinKeys({ ...parts, toml }), change(body));
}

/** Services and the urgent questions name an article by the last part of its address. */
function withArticle(
  toml: string,
  kind: ContentDocument["kind"],
  from: string,
  to: string,
): string {
  const file = parseToml(toml);
  if (file === null) return toml;
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
