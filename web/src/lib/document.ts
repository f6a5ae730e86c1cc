// Our HTML documents as text: a page's data can be taken out of one, and another page's data put in.
// Lets a page that was seen only one way, as a document or as data, be shown offline the other way too.

const PAGE_DATA = /(<script\b[^>]*\bid="page-data"[^>]*>)([\s\S]*?)<\/script>/;
const ROOT = '<div id="root">';

/** The JSON that a document carries. */
export function dataInDocument(html: string): string | null {
  return PAGE_DATA.exec(html)?.[2] ?? null;
}

/** The same document with an empty root and other data: the app draws the page itself from there. */
export function documentWithData(html: string, json: string): string | null {
  const script = PAGE_DATA.exec(html);
  const root = html.indexOf(ROOT);
  if (!script || root === -1) return null;
  const rootEnd = html.lastIndexOf("</div>", script.index);
  const dataEnd = script.index + script[0].length - "</script>".length;
  const inert = json.replaceAll("<", "\\u003c");
  return (
    html.slice(0, root + ROOT.length) +
    html.slice(rootEnd, script.index) +
    script[1] +
    inert +
    html.slice(dataEnd)
  );
}
