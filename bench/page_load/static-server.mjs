// Serves a built peer as a good static host would: from memory, compressed in advance with brotli at the highest level,
// hashed files cached for a year, all others revalidated by ETag.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const contentTypes = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

/** Where Next.js, Astro, Vite and the clinic's server put files with a hash in their name. */
const immutable = /^\/(_next\/static|_astro|assets|pictures)\//;

/** Listens on a free local port. A file in an earlier folder takes precedence. */
export async function startStaticServer(folders) {
  const files = new Map();
  for (const folder of folders) await loadFolder(folder, files);
  const server = createServer((request, response) => {
    const file = findFile(files, new URL(request.url, "http://peer").pathname);
    if (!file) response.writeHead(404).end();
    else if (request.headers["if-none-match"] === file.headers.etag) response.writeHead(304, file.headers).end();
    else response.writeHead(200, { ...file.headers, "content-length": file.body.length }).end(file.body);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}

/** The fallback to /index.html is for single-page apps. */
function findFile(files, path) {
  return files.get(path) ?? files.get(`${path}.html`) ?? files.get(`${path}/index.html`) ?? files.get("/index.html");
}

async function loadFolder(folder, files) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath ?? entry.path, entry.name);
    const path = `/${relative(folder, file)}`;
    if (!files.has(path)) files.set(path, await prepare(path, await readFile(file)));
  }
}

async function prepare(path, bytes) {
  const headers = {
    "cache-control": immutable.test(path) ? "public, max-age=31536000, immutable" : "no-cache",
    "content-type": contentTypes[extname(path)] ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}"`,
  };
  // WOFF2 is compressed already.
  if (extname(path) === ".woff2") return { headers, body: bytes };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const body = await promisify(brotliCompress)(bytes, { params });
  return { headers: { ...headers, "content-encoding": "br", vary: "accept-encoding" }, body };
}
