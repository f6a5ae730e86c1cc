// The page of the practice puzzle is another one every day. The offline cache has it as a document, as data, or as both; they
// have to be of the same day, because the app may read either of them, and its picture has to be there.

import type { Practice } from "../../generated/Practice";
import { extractPageData, replacePageData } from "./embedded-page-data";

const DAILY = "/visionTest/today";
const DAILY_DATA = `/data${DAILY}.json`;

type CacheNames = { pages: string; data: string; pictures: string };

/** Caches a new document or new data with `store`. Rejects if what is there has to stay. */
export async function keepPage(
  path: string,
  response: Response,
  store: () => Promise<void>,
  names: CacheNames,
): Promise<void> {
  if (path !== DAILY && path !== DAILY_DATA) return store();
  const text = await response.clone().text();
  const json = path === DAILY ? extractPageData(text) : text;
  // A page that is only prefetched does not load its picture. Without an earlier one there is nothing to lose, and visitors pay
  // for the bytes.
  if ((await caches.match(DAILY)) || (await caches.match(DAILY_DATA))) {
    await keepPicture(json, names.pictures);
  }
  await store();
  // The data is also in the new document.
  if (path === DAILY) await (await caches.open(names.data)).delete(DAILY_DATA);
  else await replaceInDocument(text, names.pages);
}

async function keepPicture(json: string | null, cacheName: string): Promise<void> {
  const data = JSON.parse(json ?? "null") as { page?: { puzzle?: Practice } } | null;
  const picture = data?.page?.puzzle?.level.image.src;
  const pictures = await caches.open(cacheName);
  if (picture && !(await pictures.match(picture))) await pictures.add(picture);
}

/** Puts new data into the document of an earlier day. It may be the only document, which other pages need offline too. */
async function replaceInDocument(json: string, pageCache: string): Promise<void> {
  const documents = await caches.open(pageCache);
  const earlier = await documents.match(DAILY);
  const html = await earlier?.text();
  if (!earlier || html === undefined) return;
  const isSame = extractPageData(html)?.replaceAll("\\u003c", "<") === json;
  const replaced = isSame ? null : replacePageData(html, json);
  if (replaced) await documents.put(DAILY, new Response(replaced, { headers: earlier.headers }));
}
