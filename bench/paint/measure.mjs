// Visits every site in turn, round after round, and prints what each visit cost as JSON. Refuses to compare pages that
// do not look alike.
//
//     node measure.mjs ROUNDS '[{"name":"ours","port":8080},{"name":"peer","folders":["dist","files"]}]'
import { createServer } from "node:http";
import { launch } from "./browser.mjs";
import { openDoor } from "./door.mjs";
import { host } from "./host.mjs";
import { visit } from "./visit.mjs";

const rounds = Number(process.argv[2]);
const sites = await Promise.all(JSON.parse(process.argv[3]).map(open));
const { elsewhere, otherSite } = await openOtherSite();
const browser = await launch();
try {
  // A browser's very first visits are slower than all that follow.
  for (const { name, door } of sites) requireAlike(name, (await visit(browser, elsewhere, door)).shown);
  for (let round = 0; round < rounds; round += 1) {
    // Another one begins each time: whoever comes after the heaviest page must not always be the same.
    const first = round % sites.length;
    for (const { door, costs } of [...sites.slice(first), ...sites.slice(0, first)]) {
      const { shown: _, ...cost } = await visit(browser, elsewhere, door);
      costs.push(cost);
    }
  }
} finally {
  await browser.close();
  otherSite.close();
  for (const { door, server } of sites) {
    door.close();
    server?.close();
  }
}
console.log(JSON.stringify(Object.fromEntries(sites.map(({ name, costs }) => [name, costs]))));

async function open({ name, port, folders }) {
  const server = folders && (await host(folders));
  return { name, server, door: await openDoor(port ?? server.address().port), costs: [] };
}

/** To a browser, a host of another name is another site. */
async function openOtherSite() {
  const otherSite = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><title>Another site</title>");
  });
  await new Promise((listening) => otherSite.listen(0, "127.0.0.1", listening));
  return { otherSite, elsewhere: `http://localhost:${otherSite.address().port}` };
}

/** Words and height together give away a lost style sheet as well as a lost sentence. */
function requireAlike(name, shown) {
  const [first] = sites;
  first.shown ??= shown;
  const { words, height } = first.shown;
  const parting = [...words].findIndex((letter, at) => letter !== shown.words[at]);
  if (shown.words === words && shown.height === height) return;
  throw new Error(
    `${name} shows another page than ${first.name}: ${shown.height} pixels high instead of ${height}` +
      (parting < 0 ? "." : `, and "${shown.words.slice(parting, parting + 80)}" where it should say otherwise.`),
  );
}
