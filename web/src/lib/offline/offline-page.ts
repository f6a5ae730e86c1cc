// Pages that the service worker makes itself: what to do offline, and the text for emergencies. Their styles are inline because
// no other file of the site may be available.

const html = (title: string, main: string) => `<!doctype html>
<html lang="en-NG">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>
:root { color-scheme: light dark; font: 1.25rem/1.6 system-ui, sans-serif }
body { max-width: 34rem; margin: 3rem auto; padding: 0 1.5rem; background: #fffcf5; color: #0e2233 }
a { color: #084752; display: inline-block; min-height: 2.75rem; margin-right: 1.5rem }
a:focus-visible { outline: 3px solid; outline-offset: 3px }
@media (prefers-color-scheme: dark) {
  body { background: #0a1a27; color: #f4f1e8 }
  a { color: #8fd6d2 }
}
</style>
<main>
<h1>${title}</h1>
${main}
</main>
</html>
`;

const OFFLINE = `<p>This page is not on your phone yet. Check your connection, then try again. Pages you have opened before still work.</p>
<p><a href="">Try again</a> <a href="/home">Go to the home page</a> <a href="/urgent">Is it urgent?</a></p>`;

export function offlinePage(): Response {
  return new Response(html("You are offline", OFFLINE), {
    status: 503,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });
}

/** The page for emergencies from its text: blocks between empty lines, of which "# " and "## " begin headings. */
export function urgentPage(text: string, date: string): Response {
  const blocks = text
    .replace(/[&<]/g, (sign) => (sign === "&" ? "&amp;" : "&lt;"))
    .split("\n\n")
    .map((block) => {
      const [, marks = "", words = ""] = /^(#*) ?([\s\S]*)/.exec(block) ?? [];
      const tag = marks ? `h${marks.length + 1}` : "p";
      return `<${tag}>${words}</${tag}>`;
    });
  return new Response(html("Is it urgent?", blocks.join("\n")), {
    headers: { "Content-Type": "text/html; charset=utf-8", date, [MADE]: "" },
  });
}

/** Tells a page that was made from the text from the document of the site. */
const MADE = "x-made-from-text";

/** A corrected text or a new hospital is on every device after a day. */
const MAX_AGE_MS = 24 * 60 * 60_000;

/** Whether the page for emergencies has to be made again. A complete document, from a visit, stays. */
export function needsUrgentText(cached: Response | undefined, now: number): boolean {
  if (!cached) return true;
  const age = Math.abs(now - Date.parse(cached.headers.get("date") ?? ""));
  return cached.headers.has(MADE) && !(age < MAX_AGE_MS);
}
