// Runs at the end of the document: loads the app, and tells the visitor if it does not load.
import { showScriptFailure } from "./lib/script-failure";

const { entry = "" } = document.currentScript?.dataset ?? {};

function load(): void {
  import(/* @vite-ignore */ entry).catch(showScriptFailure);
}

// On a slow phone the scripts can arrive before the first frame is painted, and running them would delay it.
if (document.hidden) load();
else requestAnimationFrame(() => setTimeout(load));
