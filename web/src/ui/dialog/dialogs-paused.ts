// Whether open dialogs step back for a while, because something else has to be used first. A modal dialog keeps the rest of
// the page from being used even when it is hidden itself.
import { createContext } from "react";

export const DialogsPaused = createContext(false);
