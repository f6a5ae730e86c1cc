// Reloads the page when the server has a newer release than this tab. Only once for each page and release: if a cache
// returns the old release, the tab must not reload forever.

const STORAGE_KEY = "reloaded";

/** Returns false if this was tried before or cannot be recorded; the visitor can then reload. */
export function reloadOnce(path: string, build: string): boolean {
  const attempt = `${path} ${build}`;
  try {
    if (sessionStorage.getItem(STORAGE_KEY) === attempt) return false;
    sessionStorage.setItem(STORAGE_KEY, attempt);
  } catch {
    return false;
  }
  location.reload();
  return true;
}
