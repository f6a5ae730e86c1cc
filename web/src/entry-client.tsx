// Starts the app in the browser: reads the data that came with the document, loads the page's chunk first, so that
// hydration is one step without a flash, and then wakes the service worker.
import { createRoot, hydrateRoot } from "react-dom/client";
import "./styles/index.css";
import { describeDocument } from "./app/document-head";
import { startAfresh } from "./app/fresh-start";
import { offerReload } from "./app/offer-reload";
import { PageStore } from "./app/page-store";
import { loaders, type PageComponent } from "./app/routes";
import { Visit } from "./app/Visit";
import { loadChunk } from "./lib/chunk";
import { keepForOffline } from "./lib/offline";
import { dataUrl, fetchPageData, parsePageData } from "./lib/page-data";
import type { PageKind } from "./lib/page-props";
import { homeOf } from "./lib/paths";

async function fetchChunk(kind: PageKind): Promise<PageComponent> {
  const module = await loadChunk<{ Page: unknown }>(loaders[kind]);
  return module.Page as PageComponent;
}

async function start(): Promise<void> {
  const root = document.getElementById("root");
  const text = document.getElementById("page-data")?.textContent ?? (await developmentData());
  const data = parsePageData(text);
  if (!root || !data) throw new Error("The document came without its page data.");
  const loaded = { data, Page: await fetchChunk(data.page.kind) };
  const opening = { path: location.pathname, loaded };
  const sources = { fetchData: fetchPageData, fetchChunk, now: Date.now };
  const store = new PageStore(opening, sources);
  const visit = <Visit opening={opening} store={store} />;
  if (root.firstElementChild) {
    hydrateRoot(root, visit);
    return;
  }
  // The service worker put this page's data into another page's document.
  describeDocument(data);
  createRoot(root).render(visit);
}

/** Vite's own development page has no data in it; the running server is asked for it. */
async function developmentData(): Promise<string> {
  if (!import.meta.env.DEV) return "";
  return (await fetch(dataUrl(homeOf(location.pathname)))).text();
}

/** Without its chunk the page that the server drew stays readable, and its links work. */
async function recover(reason: unknown): Promise<void> {
  const path = location.pathname;
  const fresh = await fetchPageData(homeOf(path));
  const build = parsePageData(document.getElementById("page-data")?.textContent ?? "")?.build;
  if (fresh.ok && fresh.data.build !== build && startAfresh(path, fresh.data.build)) return;
  offerReload(reason);
}

start().then(keepForOffline, recover);
