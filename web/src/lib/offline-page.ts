// The page shown offline instead of a page that is not cached. Its styles are inline because no other file of the
// site may be available.

const HTML = `<!doctype html>
<html lang="en-NG">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>You are offline</title>
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
<h1>You are offline</h1>
<p>This page is not on your phone yet. Check your connection, then try again. Pages you have opened before still work.</p>
<p><a href="">Try again</a> <a href="/home">Go to the home page</a> <a href="/urgent">Is it urgent?</a></p>
</main>
</html>
`;

export function offlinePage(): Response {
  return new Response(HTML, {
    status: 503,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });
}
