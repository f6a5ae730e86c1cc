// The addresses of the content screens, and of the pages that show a document.
import type { DocumentKind } from "../../generated/DocumentKind";
import type { DocumentSummary } from "../../generated/DocumentSummary";
import { pages } from "../../generated/pages";
import { pictureUrl } from "../api/endpoints";

export const CONTENT_PATH = "/desk/content";
export const HISTORY_PATH = `${CONTENT_PATH}?history`;
export const PICTURES_PATH = `${CONTENT_PATH}?pictures`;
export const MISSING_PATH = `${CONTENT_PATH}/missing`;
/** What a new owner sees first. */
export const AFTER_SETUP_PATH = MISSING_PATH;

/** `part` is a part of a document that is listed in several parts. */
export function documentPath(path: string, part?: string): string {
  const params = new URLSearchParams(part ? { document: path, part } : { document: path });
  return `${CONTENT_PATH}?${params}`;
}

/** What the part of the address after the question mark names. */
export function shownBy(search: string): {
  document: string | null;
  part: string | null;
  isHistory: boolean;
} {
  const params = new URLSearchParams(search);
  return {
    document: params.get("document"),
    part: params.get("part"),
    isHistory: params.has("history"),
  };
}

/** `first-aid` for `articles/first-aid.md`. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
}

/** The page that shows a document. Null if it is on no page of its own. */
export function pageOf({ path, kind }: { path: string; kind: DocumentKind }): string | null {
  switch (kind) {
    case "article":
      return `/articles/${nameOf(path)}`;
    case "service":
      return "/services";
    case "outreach":
      return "/outreaches";
    case "member":
      return "/team";
    case "clinic":
      return "/about-us";
    case "game":
      return "/visionTest";
    case "page": {
      const page = `/${nameOf(path)}`;
      return pages.some(({ path: known }) => known === page) ? page : null;
    }
    case "redirects":
    case "picture":
      return null;
  }
}

/** Where a link in a text can lead. */
export function linkTargets(
  documents: readonly DocumentSummary[],
): { href: string; title: string }[] {
  return documents
    .filter(({ state }) => state !== "deleted")
    .flatMap((document) => {
      const page = pageOf(document);
      const title = document.title ?? document.path;
      if (document.kind === "page" || document.kind === "article") {
        return page ? [{ href: page, title }] : [];
      }
      const hasSection = document.kind === "service" || document.kind === "outreach";
      return hasSection ? [{ href: `${page}#${nameOf(document.path)}`, title }] : [];
    });
}

/** Of the heading of the preview. */
export const PREVIEW_ID = "preview";

/** The place in a document that a message is about. */
export function placePath(path: string, line: number): string {
  return `${documentPath(path)}&${new URLSearchParams({ line: `${line}` })}`;
}

/** The line that `placePath` names. */
export function lineIn(search: string): number | null {
  const line = Number.parseInt(new URLSearchParams(search).get("line") ?? "", 10);
  return line > 0 ? line : null;
}

export function showsPictures(search: string): boolean {
  return new URLSearchParams(search).has("pictures");
}

/** A page with all drafts, for a colleague who is signed in. */
export function sharedPreviewPath(page: string): string {
  return `${CONTENT_PATH}?${new URLSearchParams({ preview: page })}`;
}

/** The page that `sharedPreviewPath` names. */
export function previewedPage(search: string): string | null {
  return new URLSearchParams(search).get("preview");
}

/** Where the desk loads a picture from that a document names, such as `lens.webp`. */
export function urlOfPicture(name: string): string {
  return pictureUrl(`pictures/${name}`);
}
