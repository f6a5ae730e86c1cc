import { read } from "../../read";
import { Site } from "../../site";

export default function Home() {
  return <Site data={read("files/data/home.json")} />;
}
