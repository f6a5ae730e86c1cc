// How the app is bundled for browsers, and served with hot reload while it is being written.
// The other bundles (server, service worker, boot script) are variations made in build.mjs.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const api = process.env.CLINIC_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react()],
  appType: "spa",
  resolve: {
    alias: {
      "use-sync-external-store/shim/index.js": new URL(
        "src/lib/sync-external-store.ts",
        import.meta.url,
      ).pathname,
    },
  },
  css: { modules: { generateScopedName: "[local]_[hash:base64:5]" } },
  server: { proxy: { "/data": api, "/pictures": api, "/api": api } },
  build: {
    outDir: "dist/client",
    // Cheap phones keep old browsers: Chrome 99 is the first with cascade layers, which cannot be lowered.
    target: ["chrome99", "firefox100", "safari15.4"],
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: "src/entry-client.tsx",
      output: {
        codeSplitting: {
          groups: [
            // React changes far less often than our words do: apart, it stays in visitors' caches across releases.
            {
              name: "react",
              test: /node_modules[\\/](react|react-dom|scheduler|wouter)[\\/]|sync-external-store/,
              priority: 1,
            },
            // All that pages share comes with the app in one file: on a weak network a request costs more than its bytes.
            {
              name: "app",
              test: /src[\\/](entry-(client|desk)|(app|contact|desk|lib|styles|ui)[\\/])|articles[\\/]detail/,
            },
          ],
        },
      },
    },
  },
});
