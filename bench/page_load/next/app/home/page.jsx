import { HomeApp } from "../../HomeApp";
import { readJson } from "../../read-home-page-json";

export default function Home() {
  return <HomeApp data={readJson("files/data/home.json")} />;
}
