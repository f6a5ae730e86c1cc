// The app in the browser: the same screen as the server drew, and from there on the visitor's moves.
import { App } from "./App";
import type { PageStore } from "./page-store";
import { useVisit } from "./use-visit";
import type { Loaded } from "./view";

export function Visit({ first, store }: { first: Loaded; store: PageStore }) {
  const { view, navigation, retry } = useVisit(first, store);
  return <App view={view} navigation={navigation} onRetry={retry} />;
}
