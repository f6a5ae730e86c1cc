import react from "@astrojs/react";
import { defineConfig } from "astro/config";

export default defineConfig({
  integrations: [react()],
  devToolbar: { enabled: false },
  // By default a sheet of this size is a file of its own, which the first paint would wait for.
  build: { inlineStylesheets: "always" },
  vite: {
    resolve: {
      alias: { clinic: new URL("../../../web/src", import.meta.url).pathname },
      // The clinic's code has packages of its own beside it; two Reacts would not know each other's hooks.
      dedupe: ["react", "react-dom"],
    },
  },
});
