// Maps a path to a page kind, and a page kind to the chunk that renders it. Both come from the page registry and the
// folders in pages/.
import type { ComponentType } from "react";
import { pages } from "../generated/pages";
import type { PageKind, PageProps } from "../lib/page-props";

export type PageComponent<K extends PageKind = PageKind> = ComponentType<PageProps<K>>;

export type PageModule = { Page: PageComponent };

const chunks = import.meta.glob<PageModule>("../pages/*/index.tsx");

export function importPage(kind: PageKind): Promise<PageModule> {
  const importer = chunks[`../pages/${kind}/index.tsx`];
  return importer ? importer() : Promise.reject(new Error(`pages/${kind} does not exist`));
}

/** A path that matches no registered page is "not-found". */
export function pageKind(path: string): PageKind {
  const matches = (pattern: string) =>
    new RegExp(`^${pattern.replace(/{\w+}/, "[^/]+")}$`).test(path);
  return pages.find((page) => matches(page.path))?.kind ?? "not-found";
}
