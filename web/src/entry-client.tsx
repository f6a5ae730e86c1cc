// Starts the app in the browser: reads the data embedded in the document, loads the page's chunk before hydration so
// that nothing flashes, and then registers the service worker.
import { createRoot, hydrateRoot } from "react-dom/client";
import "./styles/index.css";
import { ClientApp } from "./app/ClientApp";
import { updateDocumentHead } from "./app/document-head";
import { PageLoader } from "./app/page-loader";
import { reloadOnce } from "./app/reload-for-new-release";
import { importPage, type PageComponent } from "./app/routes";
import { startForgettingBooking } from "./lib/kept-booking-age";
import { loadChunk } from "./lib/loading/load-chunk";
import { dataUrl, fetchPageData, parsePageData } from "./lib/loading/page-data";
import { showScriptFailure } from "./lib/loading/script-failure";
import { canonicalPath } from "./lib/navigation/paths";
import { startOfflineCache } from "./lib/offline/register-service-worker";
import type { PageKind } from "./lib/page-props";

async function fetchChunk(kind: PageKind): Promise<PageComponent> {
  return (await loadChunk(() => importPage(kind))).Page;
}

async function start(): Promise<void> {
  const root = document.getElementById("root");
  const text = document.getElementById("page-data")?.textContent ?? (await developmentData());
  const data = parsePageData(text);
  if (!root || !data) throw new Error("The document has no root element or no valid page data.");
  const page = { data, Page: await fetchChunk(data.page.kind) };
  const initial = { path: location.pathname, page };
  const sources = { fetchData: fetchPageData, fetchChunk, now: Date.now };
  const loader = new PageLoader(initial, sources);
  const app = <ClientApp initial={initial} loader={loader} />;
  if (root.firstElementChild) {
    hydrateRoot(root, app);
    return;
  }
  // The service worker has put this page's data into another page's document.
  updateDocumentHead(data);
  createRoot(root).render(app);
}

/** Vite's development page has no embedded data, so it is fetched from the running server. */
async function developmentData(): Promise<string> {
  if (!import.meta.env.DEV) return "";
  return (await fetch(dataUrl(canonicalPath(location.pathname)))).text();
}

/** Without its chunk, the server-rendered page is still readable and its links work. */
async function recover(reason: unknown): Promise<void> {
  const path = location.pathname;
  const fresh = await fetchPageData(canonicalPath(path));
  const build = parsePageData(document.getElementById("page-data")?.textContent ?? "")?.build;
  if (fresh.ok && fresh.data.build !== build && reloadOnce(path, fresh.data.build)) return;
  showScriptFailure(reason);
}

startForgettingBooking();
start().then(startOfflineCache, recover);
