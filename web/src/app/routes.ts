// The route table: which path is which kind of page, and the chunk that draws it.
// Knows nothing of data or history.
import type { ComponentType } from "react";
import type { PageKind, PageProps } from "../lib/page-props";

export type PageComponent<K extends PageKind = PageKind> = ComponentType<PageProps<K>>;

type Loaders = { [K in PageKind]: () => Promise<{ Page: PageComponent<K> }> };

export const loaders: Loaders = {
  home: () => import("../pages/home"),
  services: () => import("../pages/services"),
  outreaches: () => import("../pages/outreaches"),
  articles: () => import("../pages/articles"),
  article: () => import("../pages/article"),
  aboutUs: () => import("../pages/about-us"),
  team: () => import("../pages/team"),
  visionTest: () => import("../pages/visionTest"),
  privacy: () => import("../pages/privacy"),
  notFound: () => import("../pages/not-found"),
};

const routes: [pattern: RegExp, kind: PageKind][] = [
  [/^\/home$/, "home"],
  [/^\/services$/, "services"],
  [/^\/outreaches$/, "outreaches"],
  [/^\/articles$/, "articles"],
  [/^\/articles\/[^/]+$/, "article"],
  [/^\/about-us$/, "aboutUs"],
  [/^\/team$/, "team"],
  [/^\/visionTest$/, "visionTest"],
  [/^\/privacy$/, "privacy"],
];

/** The kind of page a path leads to; what is not in the table is the page that says so. */
export function kindOf(path: string): PageKind {
  return routes.find(([pattern]) => pattern.test(path))?.[1] ?? "notFound";
}
