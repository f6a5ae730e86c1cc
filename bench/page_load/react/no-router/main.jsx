// The home page as a client-rendered app without a router: the minimum that shows the page. Links load a new document.
import "clinic/styles/index.css";
import { App } from "clinic/app/App";
import { Loading } from "clinic/app/Loading";
import { initialView } from "clinic/app/view-reducer";
import { Page } from "clinic/pages/home";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

const navigation = { path: "/home", navigate: (href) => location.assign(href), prefetch: () => {} };

function Home() {
  const [data, setData] = useState(null);
  useEffect(() => {
    fetch("/data/home.json")
      .then((response) => response.json())
      .then(setData);
  }, []);
  if (!data) return <Loading />;
  const view = initialView({ path: data.path, page: { data, Page } });
  return <App view={view} navigation={navigation} onRetry={() => location.reload()} />;
}

createRoot(document.getElementById("root")).render(<Home />);
