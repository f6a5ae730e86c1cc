// The page of examples: all pieces on one sheet, or one whole screen with ?screen=NAME.
import { createRoot } from "react-dom/client";
import "../styles/index.css";
import { Sheet } from "./Sheet";
import { screens } from "./screens";

const wanted = new URLSearchParams(window.location.search).get("screen");
const screen = screens.find(({ name }) => name === wanted);
const root = document.getElementById("root");
if (root) createRoot(root).render(screen ? screen.render() : <Sheet />);
