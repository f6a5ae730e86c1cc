// Starts the staff desk, which is a separate bundle: visitors do not load it.
import { createRoot } from "react-dom/client";
import "./styles/index.css";
import { Desk } from "./desk/Desk";

const root = document.getElementById("root");
if (!root) throw new Error("The desk document has no #root element.");
createRoot(root).render(<Desk />);
