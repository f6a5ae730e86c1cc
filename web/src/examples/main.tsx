// Entry of examples.html: shows all component examples, or one example screen with ?screen=NAME.
import { createRoot } from "react-dom/client";
import "../styles/index.css";
import { ExamplesPage } from "./ExamplesPage";
import { screens } from "./screens";

const name = new URLSearchParams(window.location.search).get("screen");
const screen = screens.find((candidate) => candidate.name === name);
const root = document.getElementById("root");
if (root) createRoot(root).render(screen ? screen.render() : <ExamplesPage />);
