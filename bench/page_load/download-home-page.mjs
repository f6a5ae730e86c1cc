// Downloads the parts of the home page that are not code from the running server: data, <head> elements and pictures.
// The peers are built from these files, so that all sites show the same page.
//
//     node download-home-page.mjs http://127.0.0.1:8080 FOLDER
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { launch } from "../harness/browser.mjs";

const [origin, folder] = process.argv.slice(2);

const { head, pictures } = await readDocument();
await waitUntilCompressed(["/home", ...pictures]);
await writeFile(join(folder, "head.json"), JSON.stringify(head));
for (const path of ["/data/home.json", ...pictures]) await download(path);

/** Scripts are off, so that the document is read as the server sent it. */
async function readDocument() {
  const browser = await launch();
  try {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(`${origin}/home`);
    return await page.evaluate(describeDocument);
  } finally {
    await browser.close();
  }
}

/** Runs in the page. Leaves out the elements that load styles and scripts: each peer adds its own. */
function describeDocument() {
  const excluded = 'meta[charset], meta[name="viewport"], style, script[src], link[rel*="preload"], link[rel="stylesheet"]';
  const head = [...document.head.children]
    .filter((element) => !element.matches(excluded))
    .map(({ localName, attributes, textContent }) => ({
      tag: localName,
      attributes: Object.fromEntries([...attributes].map(({ name, value }) => [name, value])),
      text: textContent,
    }));
  const pictures = [...document.images, ...document.querySelectorAll('link[rel="icon"]')];
  return { head, pictures: [...new Set(pictures.map((element) => new URL(element.src ?? element.href).pathname))] };
}

/** After a start the server sends quickly compressed files first and compresses them with brotli in the background. */
async function waitUntilCompressed(paths) {
  const headers = { "accept-encoding": "br, gzip" };
  for (const path of paths) {
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetch(origin + path, { method: "HEAD", headers });
      if (response.headers.get("content-encoding") === "br") break;
      if (attempt === 300) throw new Error(`${path} was not compressed with brotli within a minute.`);
      await pause(200);
    }
  }
}

async function download(path) {
  const response = await fetch(origin + path);
  if (!response.ok) throw new Error(`The server answered ${response.status} for ${path}.`);
  const file = join(folder, "files", path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
}
