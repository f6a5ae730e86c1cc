// The app as the server runs it: one function from a page's data (JSON) to the HTML inside #root.
// Runs in an engine without DOM, timers or Intl, so every page is bundled in and rendered at once.
import { renderToString } from "react-dom/server.edge";
import { App } from "./app/App";
import type { PageComponent } from "./app/routes";
import { firstView } from "./app/view";
import type { PageData } from "./generated/PageData";
import type { PageKind } from "./lib/page-props";
import { Page as AboutUs } from "./pages/about-us";
import { Page as Article } from "./pages/article";
import { Page as Articles } from "./pages/articles";
import { Page as Home } from "./pages/home";
import { Page as NotFound } from "./pages/not-found";
import { Page as Outreaches } from "./pages/outreaches";
import { Page as Privacy } from "./pages/privacy";
import { Page as Services } from "./pages/services";
import { Page as Team } from "./pages/team";
import { Page as VisionTest } from "./pages/visionTest";

const pages: { [K in PageKind]: PageComponent<K> } = {
  home: Home,
  services: Services,
  outreaches: Outreaches,
  articles: Articles,
  article: Article,
  aboutUs: AboutUs,
  team: Team,
  visionTest: VisionTest,
  privacy: Privacy,
  notFound: NotFound,
};

const nowhere = () => {};

function renderPage(json: string): string {
  const data: PageData = JSON.parse(json);
  const view = firstView({
    path: data.path,
    loaded: { data, Page: pages[data.page.kind] as PageComponent },
  });
  const navigation = { path: data.path, navigate: nowhere, prefetch: nowhere };
  return renderToString(<App view={view} navigation={navigation} onRetry={nowhere} />);
}

Object.assign(globalThis, { renderPage });
