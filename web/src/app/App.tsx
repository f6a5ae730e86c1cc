// Renders a view: the layout around a page, the loading message or an error. Used by the server and the browser, so
// it does not access window or history.
import { type Navigation, NavigationContext } from "../lib/navigation/navigation-context";
import { ErrorBoundary } from "./ErrorBoundary";
import { ErrorScreen } from "./ErrorScreen";
import { Loading } from "./Loading";
import { Layout } from "./layout/Layout";
import type { View } from "./view-reducer";

type AppProps = { view: View; navigation: Navigation; onRetry: () => void };

export function App({ view, navigation, onRetry }: AppProps) {
  const { clinic, year } = view.page.data;
  return (
    <ErrorBoundary phone={clinic.phone}>
      <NavigationContext value={navigation}>
        <Layout clinic={clinic} year={year} path={navigation.path}>
          <Main view={view} onRetry={onRetry} />
        </Layout>
      </NavigationContext>
    </ErrorBoundary>
  );
}

function Main({ view, onRetry }: { view: View; onRetry: () => void }) {
  switch (view.state) {
    case "loading":
      return <Loading />;
    case "failed":
      return <ErrorScreen failure={view.failure} onRetry={onRetry} />;
    case "shown": {
      const { Page, data } = view.page;
      return (
        <ErrorBoundary key={view.path} phone={data.clinic.phone}>
          <Page page={data.page} clinic={data.clinic} />
        </ErrorBoundary>
      );
    }
  }
}
