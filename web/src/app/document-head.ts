// Updates title, description and canonical URL after a navigation inside the app. Phones use the canonical URL when a
// visitor shares the page. The title has the same form as in the server's documents.
import type { PageData } from "../generated/PageData";

export function updateDocumentHead({ meta, clinic, path }: PageData): void {
  document.title = `${meta.title} · ${clinic.name}`;
  document.querySelector('meta[name="description"]')?.setAttribute("content", meta.description);
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (canonical) canonical.href = new URL(path, canonical.href).href;
}
