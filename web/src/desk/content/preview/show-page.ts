// Puts a rendered page into the frame of the preview. The page's scripts are left out, so it stands still: nothing but the
// words changes while one types, the frame keeps its scroll position, and no link leads away from it.

export type Theme = "light" | "dark";

/** They are not needed in a preview, or the desk's content security policy forbids them. */
const LEFT_OUT = "script, noscript, iframe, link";

/** A picture that nobody has chosen yet. */
const NO_PICTURE = "img[src='']";

/** `section` selects the part of the page that is edited. The frame goes there when it shows its first page. */
export function showPage(
  frame: HTMLIFrameElement,
  page: Document,
  { theme, section }: { theme: Theme; section: string | null },
): void {
  const { contentDocument: target, contentWindow: view } = frame;
  if (!target || !view) return;
  const [left, top] = [view.scrollX, view.scrollY];
  const isFirst = target.adoptedStyleSheets.length === 0;
  const root = target.documentElement;
  root.lang = page.documentElement.lang;
  root.dataset.theme = theme;
  target.title = page.title;
  target.adoptedStyleSheets = styleSheets(page, view as Window & typeof globalThis);
  const body = target.importNode(page.body, true);
  for (const element of body.querySelectorAll(`${LEFT_OUT}, ${NO_PICTURE}`)) element.remove();
  target.body.replaceWith(body);
  for (const event of ["click", "submit"]) body.addEventListener(event, stay);
  const start = isFirst && section !== null ? target.querySelector(section) : null;
  // Not scrollIntoView, which would also scroll the desk.
  view.scrollTo(left, start ? start.getBoundingClientRect().top + view.scrollY : top);
}

/**
 * The policy forbids inline styles, but not style sheets that are made by a script. The server sends the styles in an
 * element that does nothing: the browser would report inline styles already when it parses the page.
 */
function styleSheets(page: Document, view: Window & typeof globalThis): CSSStyleSheet[] {
  return [...page.querySelectorAll("script[type='text/css']")].map(({ textContent }) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(textContent ?? "");
    return sheet;
  });
}

/** Buttons that open a popup work: they need no script. */
function stay(event: Event): void {
  const { target } = event;
  const isLink =
    target instanceof Object && "closest" in target && (target as Element).closest("a");
  if (isLink || event.type === "submit") event.preventDefault();
}
