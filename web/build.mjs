// Builds everything the server embeds: the browser bundle, the React bundle that renders pages inside the
// server, the service worker, and `pages.json`, which tells the server which files each page needs. All of it is made
// beside `dist` and takes its place only when it is whole: a build that fails or still runs never harms the one in use.
import { createHash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";

const root = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const dist = join(root, "dist");
const next = join(root, `dist.next-${process.pid}`);
const client = join(next, "client");
const quiet = { root, logLevel: "warn" };

/** A page's kind in the data, and the folder that draws it. */
const pages = {
  home: "home",
  services: "services",
  outreaches: "outreaches",
  articles: "articles",
  article: "article",
  aboutUs: "about-us",
  team: "team",
  visionTest: "visionTest",
  privacy: "privacy",
  notFound: "not-found",
};

process.on("exit", () => rmSync(next, { recursive: true, force: true }));

await build({ ...quiet, build: { outDir: client } });
await buildServer();

const worker = await buildScript("src/service-worker.ts");
const release = await fingerprint(worker);
const hashed = (await filesUnder(join(client, "assets"))).map((file) => `/assets/${file}`);
await writeFile(join(client, "sw.js"), worker.replaceAll("__RELEASE__", JSON.stringify(release)));
await writePages(release, await buildDesk());
await compressAll(client);
await takePlace();

/** One classic script without Node or DOM, for the engine inside the server. */
async function buildServer() {
  await build({
    ...quiet,
    ssr: { noExternal: true, target: "webworker" },
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      ssr: "src/entry-server.tsx",
      outDir: join(next, "server"),
      target: "es2020",
      manifest: false,
      minify: true,
      rolldownOptions: {
        input: "src/entry-server.tsx",
        output: { format: "iife", entryFileNames: "entry-server.js", codeSplitting: false },
      },
    },
  });
}

/** The staff desk, bundled apart and after the release is named and listed, so that visitors' files stay the same
 * to the byte whatever the desk becomes. */
async function buildDesk() {
  const input = "src/entry-desk.tsx";
  await build({
    ...quiet,
    build: {
      outDir: client,
      emptyOutDir: false,
      manifest: ".vite/desk.json",
      rolldownOptions: { input },
    },
  });
  return chunkFiles(await manifestOf("desk.json"), input, new Set());
}

/** A small script of its own, as minified text. */
async function buildScript(input) {
  const result = await build({
    ...quiet,
    configFile: false,
    publicDir: false,
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      minify: "terser",
      target: ["chrome99", "firefox100", "safari15.4"],
      rolldownOptions: { input: join(root, input), output: { format: "iife", minify: true } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  return output.output[0].code.trim();
}

/** The release's name: any change in any file that browsers get changes it. */
async function fingerprint(worker) {
  const hash = createHash("sha256").update(worker);
  for (const file of await filesUnder(client)) {
    hash.update(file).update(await readFile(join(client, file)));
  }
  return hash.digest("hex").slice(0, 12);
}

async function manifestOf(file) {
  return JSON.parse(await readFile(join(client, ".vite", file), "utf8"));
}

async function writePages(release, desk) {
  const manifest = await manifestOf("manifest.json");
  const entryKey = "src/entry-client.tsx";
  const entry = chunkFiles(manifest, entryKey, new Set());
  const inEntry = new Set([entry.js, ...entry.css, ...entry.imports]);
  const described = Object.entries(pages).map(([kind, folder]) => [
    kind,
    chunkFiles(manifest, `src/pages/${folder}/index.tsx`, inEntry),
  ]);
  await writeFile(
    join(client, "pages.json"),
    `${JSON.stringify(
      {
        build: release,
        entry,
        pages: Object.fromEntries(described),
        desk,
        fonts: hashed.filter((file) => file.endsWith(".woff2")),
        boot: await buildScript("src/boot.ts"),
      },
      null,
      2,
    )}\n`,
  );
  await rm(join(client, ".vite"), { recursive: true });
}

/** What a chunk needs in all, its imports' imports and styles included, less what is there already. */
function chunkFiles(manifest, key, present) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the bundle; does its page export exist?`);
  const css = new Set();
  const imports = new Set();
  const visit = (part) => {
    // Its own styles first: the entry's begin with the order of the layers, which decides from then on.
    for (const file of part.css ?? []) if (!present.has(`/${file}`)) css.add(`/${file}`);
    for (const name of part.imports ?? []) {
      const file = `/${manifest[name].file}`;
      if (imports.has(file) || present.has(file)) continue;
      imports.add(file);
      visit(manifest[name]);
    }
  };
  visit(chunk);
  return { js: `/${chunk.file}`, css: [...css], imports: [...imports] };
}

async function compressAll(folder) {
  const toBrotli = promisify(brotliCompress);
  const toGzip = promisify(gzip);
  for (const file of await filesUnder(folder)) {
    if (!/\.(js|css|json|svg|html|txt|webmanifest)$/.test(file)) continue;
    const bytes = await readFile(join(folder, file));
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    await writeFile(join(folder, `${file}.br`), await toBrotli(bytes, { params }));
    await writeFile(join(folder, `${file}.gz`), await toGzip(bytes, { level: 9 }));
  }
}

async function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
    .sort();
}

async function takePlace() {
  const last = join(root, `dist.last-${process.pid}`);
  if (existsSync(dist)) await rename(dist, last);
  await rename(next, dist);
  await rm(last, { recursive: true, force: true });
}
