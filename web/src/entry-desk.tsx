// Starts the staff desk. A bundle of its own: visitors never load it, and it never loads what visitors see.
import { createRoot } from "react-dom/client";
import "./styles/index.css";
import { Desk } from "./desk/Desk";

const root = document.getElementById("root");
if (!root) throw new Error("The desk's document has no place to draw in.");
createRoot(root).render(<Desk />);
