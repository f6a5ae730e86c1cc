// Puts another picture in the place of one in all documents that use it, as drafts. So nothing changes for visitors before they
// are published together.
import type { PictureSummary } from "../../../generated/PictureSummary";
import { apiFailureOf } from "../../api/api-error";
import { getDocument, listPictures, saveDraft } from "../../api/endpoints";
import { writeImage } from "../editor/markdown/inline-markdown";

export type NamedPicture = Pick<PictureSummary, "path" | "description">;

/** A colleague may save the same document at the same time, but hardly three times. */
const ATTEMPTS = 3;

/** Returns the paths of the documents that have a new draft. After a failure, the same again does the rest. */
export async function replaceInDocuments(from: NamedPicture, to: NamedPicture): Promise<string[]> {
  if (from.path === to.path && from.description === to.description) return [];
  const pictures = await listPictures();
  const users = pictures.find(({ path }) => path === from.path)?.usedIn ?? [];
  const changed: string[] = [];
  // What the program itself uses is no document.
  for (const user of users.filter((path) => path.includes("."))) {
    if (await replaceInDocument(user, from, to)) changed.push(user);
  }
  return changed;
}

async function replaceInDocument(
  path: string,
  from: NamedPicture,
  to: NamedPicture,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const { text, version } = await getDocument(path);
    const changed = text === null ? null : withPicture(text, from, to);
    if (changed === null || changed === text) return false;
    try {
      await saveDraft(path, { text: changed }, version);
      return true;
    } catch (error) {
      const problem = apiFailureOf(error);
      const isStale = problem.kind === "rejected" && problem.code === "stale";
      if (!isStale || attempt === ATTEMPTS) throw error;
    }
  }
}

/** The text with the other picture. Where it had the picture's own description, it gets that of the other one. */
export function withPicture(text: string, from: NamedPicture, to: NamedPicture): string {
  const old = nameOf(from.path);
  const name = nameOf(to.path);
  const described = text.replaceAll(
    /!\[((?:\\.|[^\]\\])*)\]\((?:<([^>\n]*)>|([^()\s]*))\)/g,
    (image, alt: string, inBrackets: string | undefined, plain: string | undefined) => {
      if ((inBrackets ?? plain) !== old) return image;
      const words = unescaped(alt);
      return writeImage(name, words === from.description ? (to.description ?? words) : words);
    },
  );
  return described.replaceAll(`"${old}"`, `"${name}"`).replaceAll(`'${old}'`, `'${name}'`);
}

const nameOf = (path: string) => path.slice(path.indexOf("/") + 1);

const unescaped = (alt: string) => alt.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
