// What a new service, outreach, article, page or team member begins with: its title, and every other required field empty. Nothing
// that nobody wrote can be published.

export type NewKind = "service" | "outreach" | "article" | "info" | "member";

export type FirstValues = { title: string; date: string; position: number };

type NewDocumentKind = {
  readonly folder: string;
  /** As in "New article". */
  readonly name: string;
  readonly nameLabel: string;
  readonly hint: string;
  /** The keys of the file. The text below them is empty. */
  readonly keys: (values: FirstValues) => string;
};

/** The version of a document that does not exist. */
export const NO_DOCUMENT = "none";

const PART_OF_ADDRESS = "The address of its page is made from it.";
const ADDRESS_STAYS = "Its address on the site is made from it and does not change later.";

export const newKinds: Readonly<Record<NewKind, NewDocumentKind>> = {
  service: {
    folder: "services",
    name: "service",
    nameLabel: "Title",
    hint: ADDRESS_STAYS,
    keys: ({ title, position }) => `title = ${JSON.stringify(title)}
summary = ""
picture = ""
order = ${position}
duration = ""
drive = ""
happens = [""]
bring = [""]
come = [""]`,
  },
  outreach: {
    folder: "outreaches",
    name: "outreach",
    nameLabel: "Title",
    hint: ADDRESS_STAYS,
    keys: ({ title, position }) => `title = ${JSON.stringify(title)}
summary = ""
picture = ""
order = ${position}
brings = [""]
needs = [""]`,
  },
  article: {
    folder: "articles",
    name: "article",
    nameLabel: "Title",
    hint: PART_OF_ADDRESS,
    keys: ({ title, date }) => `title = ${JSON.stringify(title)}
summary = ""
published = ${date}
picture = ""`,
  },
  info: {
    folder: "info",
    name: "page",
    nameLabel: "Title",
    hint: PART_OF_ADDRESS,
    keys: ({ title }) => `title = ${JSON.stringify(title)}
summary = ""`,
  },
  member: {
    folder: "team",
    name: "team member",
    nameLabel: "Name",
    hint: "As it is shown on the site.",
    keys: ({ title, position }) => `name = ${JSON.stringify(title)}
role = ""
picture = ""
order = ${position}`,
  },
};

/** The file of a new document. */
export function firstText(kind: NewKind, values: FirstValues): string {
  return `+++\n${newKinds[kind].keys(values)}\n+++\n`;
}

/** The part of the address that is made from a title. */
export function slug(title: string): string {
  return title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, "")
    .trim()
    .replace(/[\s-]+/g, "-");
}
