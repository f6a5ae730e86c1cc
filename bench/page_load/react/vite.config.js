import { readFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const head = JSON.parse(readFileSync(join(process.env.HOME_PAGE, "head.json"), "utf8"));

export default defineConfig({
  plugins: [
    react(),
    {
      name: "head-of-home-page",
      transformIndexHtml: () => head.map(({ tag, attributes, text }) => ({ tag, attrs: attributes, children: text })),
    },
  ],
  resolve: {
    alias: { clinic: new URL("../../../web/src", import.meta.url).pathname },
    // web/ has its own node_modules. Hooks fail when a page loads two copies of React.
    dedupe: ["react", "react-dom"],
  },
});
