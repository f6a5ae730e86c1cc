// Takes from the running server all that the home page is made of besides its code: its data, what its head tells
// search engines and phones, and its pictures. The peers are built from these, so that they are the same page.
//
//     node gather.mjs http://127.0.0.1:8080 FOLDER
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { launch } from "./browser.mjs";

const [address, folder] = process.argv.slice(2);

const { head, pictures } = await readDocument();
await waitUntilPacked(["/home", ...pictures]);
await writeFile(join(folder, "head.json"), JSON.stringify(head));
for (const path of ["/data/home.json", ...pictures]) await keep(path);

/** Without scripts, so that the document is read as the server wrote it. */
async function readDocument() {
  const browser = await launch();
  try {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(`${address}/home`);
    return await page.evaluate(describe);
  } finally {
    await browser.close();
  }
}

/** Runs in the page. What loads our own styles and scripts is left out: each peer has its own way of doing that. */
function describe() {
  const own = 'meta[charset], meta[name="viewport"], style, script[src], link[rel*="preload"], link[rel="stylesheet"]';
  const head = [...document.head.children]
    .filter((element) => !element.matches(own))
    .map(({ localName, attributes, textContent }) => ({
      tag: localName,
      attributes: Object.fromEntries([...attributes].map(({ name, value }) => [name, value])),
      text: textContent,
    }));
  const pictures = [...document.images, ...document.querySelectorAll('link[rel="icon"]')];
  return { head, pictures: [...new Set(pictures.map((one) => new URL(one.src ?? one.href).pathname))] };
}

/** Right after its start the server answers with what it could pack quickly, and packs hard meanwhile. */
async function waitUntilPacked(paths) {
  const headers = { "accept-encoding": "br, gzip" };
  for (const path of paths) {
    for (let tries = 0; ; tries += 1) {
      const answer = await fetch(address + path, { method: "HEAD", headers });
      if (answer.headers.get("content-encoding") === "br") break;
      if (tries === 300) throw new Error(`${path} was not packed with brotli within a minute.`);
      await pause(200);
    }
  }
}

async function keep(path) {
  const answer = await fetch(address + path);
  if (!answer.ok) throw new Error(`The server answered ${answer.status} for ${path}.`);
  const file = join(folder, "files", path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
}
