// Which addresses of this site are pages of the app, for the app itself and for the service worker.

/** Files, the staff desk and the API are the server's: the app must not try to draw or keep them. */
export function isAppPath(path: string): boolean {
  return (
    !/^\/(api|desk|data|assets|pictures|healthz|\.well-known)(\/|$)/.test(path) &&
    !/\.[a-z0-9]+$/i.test(path)
  );
}

/** The bare address of the site is its home page. */
export function homeOf(path: string): string {
  return path === "/" ? "/home" : path;
}
