// The Vite configuration of the browser bundle and of the development server. build.mjs adapts it for the other bundles
// (server, service worker, boot script).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const src = new URL("src", import.meta.url).pathname;
const styleModules = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".module.css"))
  // Those of the self-check, of the practice puzzle and of the desk come last: the names of other pages' classes stay short,
  // and the same when they change.
  .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  .map((file) => join(src, file));

function rank(file: string): number {
  const last = ["sight-check/", "game/practice/", "pages/practice/", "desk/"];
  return last.findIndex((folder) => file.startsWith(folder));
}

const api = process.env.CLINIC_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react(), reactAsModule()],
  appType: "spa",
  resolve: {
    alias: {
      "use-sync-external-store/shim/index.js": new URL(
        "src/lib/use-sync-external-store-shim.ts",
        import.meta.url,
      ).pathname,
    },
  },
  css: { modules: { generateScopedName }, postcss: { plugins: [shortTokens()] } },
  server: { proxy: { "/data": api, "/pictures": api, "/api": api } },
  build: {
    // Cheap phones have old browsers. Chrome 99 is the first with cascade layers, which cannot be transpiled. Newer
    // features need a fallback: no style uses :has(), and Menu.module.css has one for popovers.
    target: ["chrome99", "firefox100", "safari15.4"],
    // Terser and rolldown's minifier together give smaller files than either alone.
    minify: "terser",
    // Repeated statements compress better than joined ones.
    terserOptions: { compress: { passes: 3, ecma: 2020, inline: 1, sequences: false } },
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: {
      polyfill: false,
      // React is loaded already, and the list of the pages' files is part of every visit.
      resolveDependencies: (_, files) => files.filter((file) => !file.includes("/react-")),
    },
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
              // Not what only one page uses: it goes into the file of that page. The text editor is loaded on demand.
              test: /src[\\/](entry-(client|desk)|(app|contact|desk|generated|lib|styles|ui)[\\/](?!bullet-list|email-address|eye-chart|field|hero|prose|content|share|qr-code|random-key))/,
            },
            // After the above, which keeps what both need. The home page has none of these, and is the first page of most visits.
            { name: "text", test: /src[\\/]ui[\\/](bullet-list|hero|prose)/ },
            { name: "listen", test: /src[\\/]read-aloud[\\/]ListenButton/ },
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

/** A PostCSS plugin that shortens the names of the design tokens, which every document has in its styles. */
function shortTokens() {
  const tokens = readFileSync(join(src, "styles/tokens.css"), "utf8");
  const names = [...new Set(tokens.match(/(?<=^\s*)--[\w-]+(?=:)/gm))];
  const shorten = (text: string) =>
    text.replace(/--[a-z][\w-]*/g, (name) => {
      const index = names.indexOf(name);
      return index < 0 ? name : `--${letters(index)}`;
    });
  return {
    postcssPlugin: "short-tokens",
    Declaration(declaration: { prop: string; value: string }) {
      const prop = shorten(declaration.prop);
      const value = shorten(declaration.value);
      if (prop !== declaration.prop) declaration.prop = prop;
      if (value !== declaration.value) declaration.value = value;
    },
  };
}

/** Class names of two to four letters, which every document is full of. The same in all bundles, because they depend only
 * on the order of the files and of the names in a file. */
function generateScopedName(local: string, file: string): string {
  const path = file.replace(/\?.*/, "");
  const names = [...readFileSync(path, "utf8").matchAll(/\.([a-z][\w-]*)|@keyframes ([\w-]+)/gi)];
  const index = [...new Set(names.map(([, name, keyframes]) => name ?? keyframes))].indexOf(local);
  const fileIndex = styleModules.indexOf(path);
  if (index < 0 || fileIndex < 0) throw new Error(`${local} is not in ${path}`);
  return letters(fileIndex) + letters(index).toUpperCase();
}

/** a to z, then aa to zz. */
function letters(index: number): string {
  const last = String.fromCharCode(97 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}
