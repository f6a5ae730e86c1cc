// The paths of this site, for the app and for the service worker.
import { pages } from "../../generated/pages";

type Registered = (typeof pages)[number];

/** Pages with one fixed path. An article's path contains its slug, so it comes with the data. */
type FixedPage = Exclude<Registered, { path: `${string}{${string}` }>;

export function pagePath(kind: FixedPage["kind"]): string {
  return pages.find((page) => page.kind === kind)?.path ?? "";
}

/** The booking page, with this service selected. */
export function bookingPath(service?: string): string {
  return service ? `${pagePath("book")}?service=${service}` : pagePath("book");
}

/**
 * False for files, the staff desk and the API: the app must neither render nor cache them as pages. Also for a patient's
 * appointment: its address is a secret and must not stay in the offline cache.
 */
export function isAppPath(path: string): boolean {
  return (
    !/^\/(api|appointment|desk|data|assets|pictures|healthz|\.well-known)(\/|$)/.test(path) &&
    !/\.[a-z0-9]+$/i.test(path)
  );
}

/** "/" is the home page. */
export function canonicalPath(path: string): string {
  return path === "/" ? "/home" : path;
}
