import react from "@astrojs/react";
import { defineConfig } from "astro/config";

export default defineConfig({
  integrations: [react()],
  devToolbar: { enabled: false },
  // By default a style sheet of this size becomes a separate file, which would delay the first paint.
  build: { inlineStylesheets: "always" },
  vite: {
    resolve: {
      alias: { clinic: new URL("../../../web/src", import.meta.url).pathname },
      // web/ has its own node_modules. Hooks fail when a page loads two copies of React.
      dedupe: ["react", "react-dom"],
    },
  },
});
