// The Vite configuration of the browser bundle and of the development server. build.mjs adapts it for the other bundles
// (server, service worker, boot script).
import { basename } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const api = process.env.CLINIC_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react(), reactAsModule()],
  appType: "spa",
  resolve: {
    alias: {
      "use-sync-external-store/shim/index.js": new URL(
        "src/lib/sync-external-store.ts",
        import.meta.url,
      ).pathname,
    },
  },
  css: { modules: { generateScopedName } },
  server: { proxy: { "/data": api, "/pictures": api, "/api": api } },
  build: {
    // Cheap phones have old browsers. Chrome 99 is the first with cascade layers, which cannot be transpiled. Newer
    // features need a fallback: no style uses :has(), and Menu.module.css has one for popovers.
    target: ["chrome99", "firefox100", "safari15.4"],
    // Terser and rolldown's minifier together give smaller files than either alone.
    minify: "terser",
    terserOptions: { compress: { passes: 3, ecma: 2020, inline: 1 } },
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: "src/entry-client.tsx",
      output: {
        minify: true,
        codeSplitting: {
          groups: [
            // React changes less often than our code. In its own file it stays in caches across releases.
            {
              name: "react",
              test: /node_modules[\\/](react|react-dom|scheduler|wouter)[\\/]|sync-external-store|^react-as-module:/,
              priority: 1,
            },
            // One file for everything that pages share: on a weak network a request costs more than its bytes.
            {
              name: "app",
              test: /src[\\/](entry-(client|desk)|(app|contact|desk|generated|lib|styles|ui)[\\/])/,
            },
          ],
        },
      },
    },
  },
});

/** React is CommonJS, so every file that imports it would need the bundler's interop helper, which becomes a file and a
 * request of its own. With these ES module wrappers only React's own file needs it, and unused exports are removed. */
function reactAsModule(): Plugin {
  const prefix = "react-as-module:";
  const wrapped = ["react", "react/jsx-runtime", "react-dom", "react-dom/client"];
  return {
    name: "react-as-module",
    apply: ({ build }, { command }) => command === "build" && !build?.ssr,
    enforce: "pre",
    resolveId(id, importer = "") {
      const isOurs = !importer.startsWith(prefix) && !importer.includes("node_modules");
      return isOurs && wrapped.includes(id) ? prefix + id : null;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return null;
      const name = id.slice(prefix.length);
      const { default: react } = (await import(name)) as { default: object };
      const lines = Object.keys(react).map(
        (key) => `export const ${key} = /* @__PURE__ */ (() => react.${key})();`,
      );
      return { code: `import react from "${name}";${lines.join("")}`, moduleSideEffects: false };
    },
  };
}

const cssModules = new Map<string, string>();

/** Class names are made of the file's name instead of a hash: hashes do not compress. */
function generateScopedName(local: string, file: string): string {
  const name = basename(file).replace(/\.module\.css.*/, "");
  const first = cssModules.get(name) ?? file;
  if (first !== file) throw new Error(`${first} and ${file} must have different names`);
  cssModules.set(name, file);
  return `${name}_${local}`;
}
