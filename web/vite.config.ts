// How the app is bundled for browsers, and served with hot reload while it is being written.
// The other bundles (server, service worker, boot script) are variations made in build.mjs.
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
    // Cheap phones keep old browsers: Chrome 99 is the first with cascade layers, which cannot be lowered.
    target: ["chrome99", "firefox100", "safari15.4"],
    // Each of two minifiers finds what the other leaves: data costs visitors more than builds cost us.
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
            // React changes far less often than our words do: apart, it stays in visitors' caches across releases.
            {
              name: "react",
              test: /node_modules[\\/](react|react-dom|scheduler|wouter)[\\/]|sync-external-store|^react-as-module:/,
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

/** React is written in CommonJS, and every file that took it from there would need the bundler's translator: a file, and so
 * a request, of its own. Given a face that is a module, only React's own file needs it, and unused names fall away. */
function reactAsModule(): Plugin {
  const prefix = "react-as-module:";
  const faced = ["react", "react/jsx-runtime", "react-dom", "react-dom/client"];
  return {
    name: "react-as-module",
    apply: ({ build }, { command }) => command === "build" && !build?.ssr,
    enforce: "pre",
    resolveId(id, importer = "") {
      const isOurs = !importer.startsWith(prefix) && !importer.includes("node_modules");
      return isOurs && faced.includes(id) ? prefix + id : null;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return null;
      const name = id.slice(prefix.length);
      const { default: whole } = (await import(name)) as { default: object };
      const lines = Object.keys(whole).map(
        (key) => `export const ${key} = /* @__PURE__ */ (() => whole.${key})();`,
      );
      return { code: `import whole from "${name}";${lines.join("")}`, moduleSideEffects: false };
    },
  };
}

const sheets = new Map<string, string>();

/** The sheet's own name instead of a hash, which is noise that no compression makes small, in page, script and styles. */
function generateScopedName(local: string, file: string): string {
  const sheet = basename(file).replace(/\.module\.css.*/, "");
  const first = sheets.get(sheet) ?? file;
  if (first !== file) throw new Error(`${first} and ${file} must differ in their names`);
  sheets.set(sheet, file);
  return `${sheet}_${local}`;
}
