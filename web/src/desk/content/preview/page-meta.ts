// What a page says about itself to search engines and to the programs that show links, from its head.

export type PageMeta = {
  /** Without the name of the clinic. */
  readonly title: string;
  readonly clinic: string;
  readonly description: string;
  /** Null for a page that search engines do not list. */
  readonly address: string | null;
  /** The photo that stands for the page. Null when links show its title on a drawing. */
  readonly photo: string | null;
};

export function readPageMeta(page: Document): PageMeta {
  const content = (selector: string) =>
    page.head.querySelector(selector)?.getAttribute("content")?.trim() ?? "";
  const clinic = content("meta[property='og:site_name']");
  const end = ` · ${clinic}`;
  const title = page.title.endsWith(end) ? page.title.slice(0, -end.length) : page.title;
  const canonical = page.head.querySelector("link[rel='canonical']")?.getAttribute("href");
  return {
    title: title.trim(),
    clinic,
    description: content("meta[name='description']"),
    address: canonical ?? null,
    photo: photoIn(content("meta[property='og:image']")),
  };
}

/** The server draws those with a title, as PNG. */
function photoIn(address: string): string | null {
  if (address === "" || address.endsWith(".png")) return null;
  const { pathname, search } = new URL(address, location.origin);
  return pathname + search;
}

/** Search engines cut by width; these are the characters that usually fit. */
export const SHOWN_OF_TITLE = 60;
export const SHOWN_OF_DESCRIPTION = 160;

/** As search engines cut: between words, with an ellipsis. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > 0 ? space : limit)} …`;
}

/** What an editor can do better. */
export function adviceFor({ title, clinic, description }: PageMeta): string[] {
  const advice: string[] = [];
  const wholeTitle = `${title} · ${clinic}`;
  if (title === "") advice.push("There is no title yet.");
  else if (title.length > SHOWN_OF_TITLE) {
    advice.push(`The title has ${title.length} characters. About ${SHOWN_OF_TITLE} are shown.`);
  } else if (wholeTitle.length > SHOWN_OF_TITLE) {
    advice.push("The title fits. The name of the clinic after it may be cut.");
  }
  if (description === "") {
    advice.push("There is no description yet. Search engines then choose words of the page.");
  } else if (description.length > SHOWN_OF_DESCRIPTION) {
    advice.push(
      `The description has ${description.length} characters. About ${SHOWN_OF_DESCRIPTION} are shown, so the most important words should come first.`,
    );
  }
  return advice;
}
