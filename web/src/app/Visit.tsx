// The app in the browser: the same screen as the server drew, and from there on the visitor's moves.
import { App } from "./App";
import { usePrefetchInView } from "./in-view";
import type { PageStore } from "./page-store";
import { useVisit } from "./use-visit";
import type { Opening } from "./view";

export function Visit({ opening, store }: { opening: Opening; store: PageStore }) {
  const { view, navigation, retry } = useVisit(opening, store);
  usePrefetchInView(view, navigation.prefetch);
  return <App view={view} navigation={navigation} onRetry={retry} />;
}
