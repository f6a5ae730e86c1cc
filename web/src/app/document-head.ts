// Keeps the document's head true to the page on screen: the tab's title, the description, and the address
// that phones hand on when a visitor shares the page.

export function describeDocument(page: {
  title: string;
  description?: string;
  path: string;
}): void {
  document.title = page.title;
  const description = document.querySelector('meta[name="description"]');
  if (page.description !== undefined) description?.setAttribute("content", page.description);
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (canonical) canonical.href = new URL(page.path, canonical.href).href;
}
