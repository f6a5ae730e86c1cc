// Builds everything the server embeds: the browser bundle, the React bundle that renders pages inside the server, the
// service worker, and `pages.json`, which lists the files each page needs. The build is written to a temporary folder
// that replaces `dist` only at the end, so that a failed or unfinished build never breaks the previous one.
import { createHash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";

const root = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const dist = join(root, "dist");
const next = join(root, `dist.next-${process.pid}`);
const client = join(next, "client");
const shared = { root, logLevel: "warn" };

/** Each folder with an index.tsx is a page; the folder's name is the page's kind. */
const pageKinds = (await filesUnder(join(root, "src/pages")))
  .filter((file) => file.endsWith("/index.tsx"))
  .map(dirname);

process.on("exit", () => rmSync(next, { recursive: true, force: true }));

await build({ ...shared, build: { outDir: client } });
await buildServer();
await buildPictures();

const small = await writeSmallScript();
const worker = await buildScript("src/service-worker.ts");
const release = await hashRelease(worker);
const assetPaths = (await filesUnder(join(client, "assets"))).map((file) => `/assets/${file}`);
await writeFile(join(client, "sw.js"), worker.replaceAll("__RELEASE__", JSON.stringify(release)));
await writePages(release, await buildDesk());
await compressAll(client);
await replaceDist();

/** One classic script that needs neither Node nor a DOM, for QuickJS in the server. */
async function buildServer() {
  await build({
    ...shared,
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

/** The drawing modules of the game as one script, for QuickJS in the server. */
async function buildPictures() {
  await mkdir(join(next, "game"));
  await writeFile(join(next, "game/pictures.js"), await buildScript("pictures/engine.mjs"));
}

/** The staff desk is built separately and after the release name is computed, so that changes to the desk do not change
 * the files or the release of the public site. */
async function buildDesk() {
  const input = "src/entry-desk.tsx";
  await build({
    ...shared,
    build: {
      outDir: client,
      emptyOutDir: false,
      manifest: ".vite/desk.json",
      rolldownOptions: { input },
    },
  });
  return chunkFiles(await readManifest("desk.json"), input, new Set());
}

/** The script for saving and slow connections shares no files with the app. Its name contains a hash, like Vite's. */
async function writeSmallScript() {
  const code = await buildScript("src/entry-without-react.ts");
  const hash = createHash("sha256").update(code).digest("base64url").slice(0, 8);
  await writeFile(join(client, `assets/small-${hash}.js`), code);
  return `/assets/small-${hash}.js`;
}

/** Bundles and minifies one script and returns it as text. */
async function buildScript(input) {
  const result = await build({
    ...shared,
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

/** The release name: a hash of all files that browsers load. */
async function hashRelease(worker) {
  const hash = createHash("sha256").update(worker);
  for (const file of await filesUnder(client)) {
    hash.update(file).update(await readFile(join(client, file)));
  }
  return hash.digest("hex").slice(0, 12);
}

async function readManifest(file) {
  return JSON.parse(await readFile(join(client, ".vite", file), "utf8"));
}

async function writePages(release, desk) {
  const manifest = await readManifest("manifest.json");
  const entryKey = "src/entry-client.tsx";
  const entry = chunkFiles(manifest, entryKey, new Set());
  const inEntry = new Set([entry.js, ...entry.css, ...entry.imports]);
  const pages = pageKinds.map((kind) => [
    kind,
    chunkFiles(manifest, `src/pages/${kind}/index.tsx`, inEntry),
  ]);
  await writeFile(
    join(client, "pages.json"),
    `${JSON.stringify(
      {
        build: release,
        entry,
        pages: Object.fromEntries(pages),
        desk,
        // The other one is for letters that few pages have.
        fonts: assetPaths.filter((file) => /\/atkinson-[^/]+\.woff2$/.test(file)),
        beforeFirstPaint: await buildScript("src/before-first-paint.ts"),
        loadApp: await buildScript("src/load-app.ts"),
        small,
      },
      null,
      2,
    )}\n`,
  );
  await rm(join(client, ".vite"), { recursive: true });
}

/** All files a chunk needs, including those of its imports, except the files in `loaded`. */
function chunkFiles(manifest, key, loaded) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the bundle.`);
  const css = new Set();
  const imports = new Set();
  const addFiles = (part) => {
    // The chunk's own styles come first: the entry's start with the @layer order, which must be declared first.
    for (const file of part.css ?? []) if (!loaded.has(`/${file}`)) css.add(`/${file}`);
    for (const name of part.imports ?? []) {
      const file = `/${manifest[name].file}`;
      if (imports.has(file) || loaded.has(file)) continue;
      imports.add(file);
      addFiles(manifest[name]);
    }
  };
  addFiles(chunk);
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

async function replaceDist() {
  const previous = join(root, `dist.previous-${process.pid}`);
  if (existsSync(dist)) await rename(dist, previous);
  await rename(next, dist);
  await rm(previous, { recursive: true, force: true });
}
