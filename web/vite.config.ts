// How the app is bundled for browsers, and served with hot reload while it is being written.
// The other bundles (server, service worker, boot script) are variations made in build.mjs.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const api = process.env.CLINIC_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react()],
  appType: "spa",
  css: { modules: { generateScopedName: "[local]_[hash:base64:5]" } },
  server: { proxy: { "/data": api, "/pictures": api, "/api": api } },
  build: {
    outDir: "dist/client",
    // Cheap phones keep old browsers: Chrome 99 is the first with cascade layers, which cannot be lowered.
    target: ["es2020", "chrome99", "firefox100", "safari15.4"],
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: "src/entry-client.tsx",
      output: {
        codeSplitting: {
          groups: [
            // States the order of the cascade layers; a file of its own, so that build.mjs can put it first.
            { name: "styles", test: /src[\\/]styles[\\/]/, priority: 1 },
            // What several pages share comes once, in one file: a request costs more than these few bytes.
            { name: "ui", test: /src[\\/](ui|lib|contact|pages)[\\/]/, minShareCount: 3 },
            // React changes far less often than our words do: apart, it stays in visitors' caches across releases.
            {
              name: "react",
              test: /node_modules[\\/](react|react-dom|scheduler|wouter|use-sync-external-store)[\\/]/,
            },
          ],
        },
      },
    },
  },
});
