// Visits every site in turn for a number of rounds and prints the measurements of each visit as JSON. Fails when the
// sites do not show the same page.
//
//     node measure.mjs ROUNDS '[{"name":"ours","port":8080},{"name":"peer","port":8443,"tls":true}]' [CERTIFICATE]
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { launch } from "../harness/browser.mjs";
import { startCountingProxy } from "./counting-proxy.mjs";
import { readPage, visitHomePage } from "./page-visit.mjs";

const rounds = Number(process.argv[2]);
const sites = await Promise.all(JSON.parse(process.argv[3]).map(startSite));
const { referrer, referrerServer } = await startReferrer();
const certificate = process.argv[4];
const browser = await launch(certificate && readFileSync(certificate));
try {
  for (const site of sites) requireSamePage(site.name, await readPage(browser, site));
  // The first visits of a browser are slower than later ones, so they are not counted.
  for (const site of sites) await visitHomePage(browser, referrer, site);
  for (let round = 0; round < rounds; round += 1) {
    // Each round starts with another site, so that no site always follows the heaviest page.
    const first = round % sites.length;
    for (const site of [...sites.slice(first), ...sites.slice(0, first)]) {
      site.visits.push(await visitHomePage(browser, referrer, site));
    }
  }
} finally {
  await browser.close();
  referrerServer.close();
  for (const { proxy } of sites) proxy.close();
}
console.log(JSON.stringify(Object.fromEntries(sites.map(({ name, visits }) => [name, visits]))));

async function startSite({ name, port, saveData, tls }) {
  return { name, saveData, proxy: await startCountingProxy(port, tls ? "https" : "http"), visits: [] };
}

/** Another host name makes this another site for the browser. */
async function startReferrer() {
  const referrerServer = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><title>Another site</title>");
  });
  await new Promise((listening) => referrerServer.listen(0, "127.0.0.1", listening));
  return { referrerServer, referrer: `http://localhost:${referrerServer.address().port}` };
}

/** Text and height together reveal a missing style sheet as well as missing text. */
function requireSamePage(name, shown) {
  const [first] = sites;
  first.shown ??= shown;
  const { text, height } = first.shown;
  if (shown.text === text && shown.height === height) return;
  const difference = [...text].findIndex((letter, index) => letter !== shown.text[index]);
  throw new Error(
    `${name} does not show the same page as ${first.name}: height ${shown.height} px instead of ${height} px` +
      (difference < 0 ? "." : `, text differs at "${shown.text.slice(difference, difference + 80)}".`),
  );
}
