import { readFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const head = JSON.parse(readFileSync(join(process.env.HOME_PAGE, "head.json"), "utf8"));

export default defineConfig({
  plugins: [
    react(),
    {
      name: "the-same-head",
      transformIndexHtml: () => head.map(({ tag, attributes, text }) => ({ tag, attrs: attributes, children: text })),
    },
  ],
  resolve: {
    alias: { clinic: new URL("../../../web/src", import.meta.url).pathname },
    // The clinic's code has packages of its own beside it; two Reacts would not know each other's hooks.
    dedupe: ["react", "react-dom"],
  },
});
