// Keeps the document's head true to the page on screen: the tab's title, the description, and the address
// that phones hand on when a visitor shares the page. Words the title as the server does.
import type { PageData } from "../generated/PageData";

export function describeDocument({ meta, clinic, path }: PageData): void {
  document.title = `${meta.title} · ${clinic.name}`;
  document.querySelector('meta[name="description"]')?.setAttribute("content", meta.description);
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (canonical) canonical.href = new URL(path, canonical.href).href;
}
