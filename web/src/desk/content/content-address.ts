// The addresses of the content screens, and of the pages that show a document.
import type { DocumentKind } from "../../generated/DocumentKind";
import type { DocumentSummary } from "../../generated/DocumentSummary";
import { pages } from "../../generated/pages";
import { pictureUrl } from "../api/endpoints";
import { titleOf } from "./document-parts";

export const CONTENT_PATH = "/desk/content";
/** Of what has the field that searches the content, on the list of documents. */
export const SEARCH_ID = "search";
export const HISTORY_PATH = `${CONTENT_PATH}/history`;
/** Of one document. */
export const documentHistoryPath = (path: string) =>
  `${HISTORY_PATH}?${new URLSearchParams({ of: path })}`;
/** The game's pictures of the coming months. */
export const PUZZLES_PATH = `${CONTENT_PATH}/puzzles`;
/** The order of one list, such as `/desk/content/order/services`. */
export const ORDER_PATH = `${CONTENT_PATH}/order`;
export const PICTURES_PATH = `${CONTENT_PATH}/pictures`;
/** The pictures, with this one first. */
export const pictureListPath = (path: string) =>
  `${PICTURES_PATH}?${new URLSearchParams({ first: path })}`;
export const FRAMING_PATH = `${PICTURES_PATH}/shown`;
/** What is shown of one picture. */
export const framingPath = (path: string) => `${FRAMING_PATH}?${new URLSearchParams({ of: path })}`;
/** What the pictures show. It is changed in the list of pictures. */
export const DESCRIPTIONS_FILE = "pictures/descriptions.toml";
/** For owners. */
export const REMOVAL_PATH = `${CONTENT_PATH}/removal`;
export const MISSING_PATH = `${CONTENT_PATH}/missing`;
export const PREVIEW_PATH = `${CONTENT_PATH}/preview`;
/** What a new owner sees first. */
export const AFTER_SETUP_PATH = MISSING_PATH;

/** The files that are not one of several in a folder, by their names in addresses. */
const singleFiles: Readonly<Record<string, string>> = {
  clinic: "clinic.toml",
  game: "game/game.toml",
  redirects: "redirects.toml",
};

/** `/desk/content/articles/first-aid`. `part` is a part of a document that is listed in several parts. */
export function documentPath(path: string, part?: string | null): string {
  if (path === DESCRIPTIONS_FILE) return PICTURES_PATH;
  const single = Object.keys(singleFiles).find((name) => singleFiles[name] === path);
  const name = single ?? path.replace(/(\/[^./]+)\.md$/, "$1");
  const segments = [...name.split("/"), ...(part ? [part] : [])];
  return `${CONTENT_PATH}/${segments.map(encodeURIComponent).join("/")}`;
}

/** The document that `documentPath` names. Null for an address that can be none. */
export function documentAt(address: string): { path: string; part: string | null } | null {
  const [name = "", ...rest] = segmentsOf(address.slice(CONTENT_PATH.length));
  const single = Object.hasOwn(singleFiles, name) ? singleFiles[name] : undefined;
  if (single !== undefined && rest.length < 2 && !rest[0]?.includes(".")) {
    return { path: single, part: rest[0] ?? null };
  }
  const last = rest.at(-1);
  if (last === undefined) return null;
  const path = [name, ...rest].join("/");
  return { path: last.includes(".") ? path : `${path}.md`, part: null };
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter(Boolean).map(decode);
}

/** The router may have decoded it already. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Earlier releases named what is shown after the question mark. Null for an address of today. */
export function movedAddress({ pathname, search, hash }: AddressParts): string | null {
  if (pathname.replace(/\/$/, "") !== CONTENT_PATH) return null;
  const params = new URLSearchParams(search);
  const take = (name: string) => {
    const value = params.get(name);
    params.delete(name);
    return value;
  };
  const document = take("document");
  const part = take("part");
  const page = take("preview");
  const isPictures = take("pictures") !== null;
  const isHistory = take("history") !== null;
  const path = document
    ? documentPath(document, part)
    : isPictures
      ? PICTURES_PATH
      : page
        ? sharedPreviewPath(page)
        : isHistory
          ? HISTORY_PATH
          : null;
  if (path === null) return null;
  const rest = params.toString();
  return path + (rest && `?${rest}`) + hash;
}

type AddressParts = Pick<Location, "pathname" | "search" | "hash">;

/** `first-aid` for `articles/first-aid.md`. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
}

/** The page that shows a document. Null if it is on no page of its own. */
export function pageOf({ path, kind }: { path: string; kind: DocumentKind }): string | null {
  switch (kind) {
    case "article":
      return `/articles/${nameOf(path)}`;
    case "info":
      return `/info/${nameOf(path)}`;
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
    case "urgent":
      return "/urgent";
    case "page": {
      const page = `/${nameOf(path)}`;
      return pages.some(({ path: known }) => known === page) ? page : null;
    }
    case "redirects":
    case "picture":
    case "descriptions":
      return null;
  }
}

/** A page of the site, or a section of one. */
export type LinkTarget = {
  readonly href: string;
  readonly title: string;
  /** The list of the site that it is in. */
  readonly group: string;
};

/** What has a page, or a section of one, as the list of content has it. */
const linkedGroups = [
  ["page", "Pages"],
  ["service", "Services"],
  ["outreach", "Outreaches"],
  ["article", "Articles"],
  ["info", "Your own pages"],
] as const satisfies readonly (readonly [DocumentKind, string])[];

/** Where a link in a text can lead, group by group. */
export function linkTargets(documents: readonly DocumentSummary[]): LinkTarget[] {
  const existing = documents.filter(({ state }) => state !== "deleted");
  return linkedGroups.flatMap(([kind, group]) =>
    existing
      .filter((document) => document.kind === kind)
      .flatMap((document) => {
        const page = pageOf(document);
        const isSection = kind === "service" || kind === "outreach";
        const href = isSection ? `${page}#${nameOf(document.path)}` : page;
        return href === null ? [] : [{ href, title: titleOf(document), group }];
      }),
  );
}

/** The entries of each group, in the order in which the groups come first. */
export function byGroup<T extends { readonly group?: string }>(
  entries: readonly T[],
): (readonly [group: string, entries: readonly T[]])[] {
  const names = [...new Set(entries.map(({ group = "" }) => group))];
  return names.map((name) => [name, entries.filter(({ group = "" }) => group === name)]);
}

/** Of the heading of the preview. */
export const PREVIEW_ID = "preview";

/** The place in a document that a message is about. */
export function placePath(path: string, line: number, field?: string, part?: string): string {
  const params = new URLSearchParams({ line: `${line}`, ...(field && { field }) });
  return `${documentPath(path, part)}?${params}`;
}

/** The field that `placePath` names, for a message about what no line has. */
export function fieldIn(search: string): string | null {
  return new URLSearchParams(search).get("field");
}

/** The line that `placePath` names. */
export function lineIn(search: string): number | null {
  const line = Number.parseInt(new URLSearchParams(search).get("line") ?? "", 10);
  return line > 0 ? line : null;
}

/** A page with all drafts, for a colleague who is signed in. */
export function sharedPreviewPath(page: string): string {
  return PREVIEW_PATH + page;
}

/** The page that `sharedPreviewPath` names. */
export function previewedPage(address: string): string | null {
  return address.startsWith(`${PREVIEW_PATH}/`) ? address.slice(PREVIEW_PATH.length) : null;
}

/** Where the desk loads a picture from that a document names, such as `lens.webp`. */
export function urlOfPicture(name: string): string {
  return pictureUrl(`pictures/${name}`);
}
