// Reads and replaces the page data embedded in one of our HTML documents. The service worker uses it to show a page
// offline as a document when only its data is cached, and the reverse.

const PAGE_DATA = /(<script\b[^>]*\bid="page-data"[^>]*>)([\s\S]*?)<\/script>/;
const ROOT = '<div id="root">';

/** The page data (JSON) in a document, or null if it is not one of ours. */
export function extractPageData(html: string): string | null {
  return PAGE_DATA.exec(html)?.[2] ?? null;
}

/** The same document with other page data and an empty root: the app then renders the page in the browser. */
export function replacePageData(html: string, json: string): string | null {
  const script = PAGE_DATA.exec(html);
  const root = html.indexOf(ROOT);
  if (!script || root === -1) return null;
  const rootEnd = html.lastIndexOf("</div>", script.index);
  const dataEnd = script.index + script[0].length - "</script>".length;
  // The data must not be able to close its script element.
  const escaped = json.replaceAll("<", "\\u003c");
  return (
    html.slice(0, root + ROOT.length) +
    html.slice(rootEnd, script.index) +
    script[1] +
    escaped +
    html.slice(dataEnd)
  );
}
