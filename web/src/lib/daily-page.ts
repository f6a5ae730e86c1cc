// The page of the practice puzzle is another one every day. The offline cache has it as a document, as data, or as both; they
// have to be of the same day, because the app may read either of them.

import { extractPageData, replacePageData } from "./embedded-data";

const DAILY = "/visionTest/today";

/** The data is also in the new document. */
export async function documentCached(path: string, dataCache: string): Promise<void> {
  if (path === DAILY) await (await caches.open(dataCache)).delete(`/data${path}.json`);
}

/** Puts new data into the document of an earlier day. It may be the only document, which other pages need offline too. */
export async function dataCached(path: string, json: string, pageCache: string): Promise<void> {
  if (path !== `/data${DAILY}.json`) return;
  const documents = await caches.open(pageCache);
  const earlier = await documents.match(DAILY);
  const html = await earlier?.text();
  if (!earlier || html === undefined) return;
  const isSame = extractPageData(html)?.replaceAll("\\u003c", "<") === json;
  const replaced = isSame ? null : replacePageData(html, json);
  if (replaced) await documents.put(DAILY, new Response(replaced, { headers: earlier.headers }));
}
