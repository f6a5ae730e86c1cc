// The home page as a client-rendered app with a router, which could load further pages as the clinic's own app does: an
// empty document, then a script, then the data.
import "clinic/styles/index.css";
import { App } from "clinic/app/App";
import { Loading } from "clinic/app/Loading";
import { initialView } from "clinic/app/view-reducer";
import { Page } from "clinic/pages/home";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, useLoaderData, useNavigate, useRevalidator } from "react-router";
import { RouterProvider } from "react-router/dom";

function Home() {
  const data = useLoaderData();
  const navigation = { path: data.path, navigate: useNavigate(), prefetch: () => {} };
  const view = initialView({ path: data.path, page: { data, Page } });
  return <App view={view} navigation={navigation} onRetry={useRevalidator().revalidate} />;
}

const router = createBrowserRouter([
  {
    path: "/home",
    loader: async () => (await fetch("/data/home.json")).json(),
    Component: Home,
    HydrateFallback: Loading,
  },
]);

createRoot(document.getElementById("root")).render(<RouterProvider router={router} />);
