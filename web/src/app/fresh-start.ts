// Loads the page afresh when the server has a newer release than this tab. Once for each page and release:
// should the old release come back, from a cache say, the tab must not reload itself for ever.

const DONE = "reloaded";

/** False when this was tried already (or cannot be remembered): then the visitor decides. */
export function startAfresh(path: string, build: string): boolean {
  const attempt = `${path} ${build}`;
  try {
    if (sessionStorage.getItem(DONE) === attempt) return false;
    sessionStorage.setItem(DONE, attempt);
  } catch {
    return false;
  }
  location.reload();
  return true;
}
