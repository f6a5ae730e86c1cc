// The bundle that the server runs: renderPage turns a page's data (JSON) into the HTML inside #root. It runs in
// QuickJS, which has no DOM, timers or Intl, so all pages are bundled in and rendering is synchronous.
import { renderToString } from "react-dom/server.edge";
import { App } from "./app/App";
import type { PageModule } from "./app/routes";
import { initialView } from "./app/view-reducer";
import type { PageData } from "./generated/PageData";

const modules = import.meta.glob<PageModule>("./pages/*/index.tsx", { eager: true });

const noop = () => {};

function renderPage(json: string): string {
  const data: PageData = JSON.parse(json);
  const module = modules[`./pages/${data.page.kind}/index.tsx`];
  if (!module) throw new Error(`There is no page of the kind "${data.page.kind}".`);
  const view = initialView({ path: data.path, page: { data, Page: module.Page } });
  const navigation = { path: data.path, navigate: noop, prefetch: noop };
  return renderToString(<App view={view} navigation={navigation} onRetry={noop} />);
}

Object.assign(globalThis, { renderPage });
