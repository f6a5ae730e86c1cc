// Runs at the end of the document: loads the app, or the small script where bytes are dear, and tells the visitor if it
// does not load. The server writes the files into the attributes of this script.
import { isSavingOrSlow } from "./lib/loading/connection";
import { showScriptFailure } from "./lib/loading/script-failure";

const {
  entry = "",
  preload = "",
  small,
  fallback = small,
} = (document.currentScript as HTMLElement).dataset;
const loadsSmall = small && isSavingOrSlow();

if (!loadsSmall) {
  for (const path of [...preload.split(" "), entry]) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = path;
    document.head.append(link);
  }
}

function load(): void {
  import(/* @vite-ignore */ loadsSmall ? small : entry)
    .catch((reason: unknown) => {
      // Visitors who were here on a slow connection have only the small script offline.
      if (!fallback || navigator.onLine) throw reason;
      return import(/* @vite-ignore */ fallback);
    })
    .catch(showScriptFailure);
}

// On a slow phone the scripts can arrive before the first frame is painted, and running them would delay it.
if (document.hidden) load();
else requestAnimationFrame(() => setTimeout(load));
