// The app in the browser: renders what the server rendered, then handles navigation.
import { App } from "./App";
import type { PageLoader } from "./page-loader";
import { useRouter } from "./use-router";
import type { InitialPage } from "./view-reducer";

export function ClientApp({ initial, loader }: { initial: InitialPage; loader: PageLoader }) {
  const { view, navigation, retry } = useRouter(initial, loader);
  return <App view={view} navigation={navigation} onRetry={retry} />;
}
