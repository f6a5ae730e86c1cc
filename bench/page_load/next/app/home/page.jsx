import { HomeApp } from "../../HomeApp";
import { readJson } from "../../home-page-files";

export default function Home() {
  return <HomeApp data={readJson("files/data/home.json")} />;
}
