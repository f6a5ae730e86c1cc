// What a new service, outreach, article or team member begins with. It is complete, so that the preview works from the
// first word on.

export type NewKind = "service" | "outreach" | "article" | "member";

type FirstValues = { title: string; picture: string; date: string; position: number };

type NewDocumentKind = {
  readonly folder: string;
  /** As in "New article". */
  readonly name: string;
  readonly nameLabel: string;
  readonly hint: string;
  readonly firstText: (values: FirstValues) => string;
};

const PART_OF_ADDRESS = "Its address is made from it and does not change later.";

export const newKinds: Readonly<Record<NewKind, NewDocumentKind>> = {
  service: {
    folder: "services",
    name: "service",
    nameLabel: "Title",
    hint: PART_OF_ADDRESS,
    firstText: ({ title, picture, position }) => `+++
title = ${JSON.stringify(title)}
summary = "One or two sentences for the list of services."
picture = ${JSON.stringify(picture)}
order = ${position}
duration = "How long a visit takes."
drive = "Whether patients can drive afterwards."
happens = [
  "What happens first.",
]
bring = [
  "What patients should bring.",
]
come = [
  "a reason to come",
]
+++
Write about the service here.
`,
  },
  outreach: {
    folder: "outreaches",
    name: "outreach",
    nameLabel: "Title",
    hint: PART_OF_ADDRESS,
    firstText: ({ title, picture, position }) => `+++
title = ${JSON.stringify(title)}
summary = "One or two sentences for the list of outreaches."
picture = ${JSON.stringify(picture)}
order = ${position}
brings = [
  "What we bring.",
]
needs = [
  "What we need.",
]
+++
Write about the outreach here.
`,
  },
  article: {
    folder: "articles",
    name: "article",
    nameLabel: "Title",
    hint: PART_OF_ADDRESS,
    firstText: ({ title, picture, date }) => `+++
title = ${JSON.stringify(title)}
summary = "One or two sentences for the list of articles."
published = ${date}
picture = ${JSON.stringify(picture)}
+++
Write the article here.
`,
  },
  member: {
    folder: "team",
    name: "team member",
    nameLabel: "Name",
    hint: "As it is shown on the site.",
    firstText: ({ title, picture, position }) => `+++
name = ${JSON.stringify(title)}
role = "Role"
picture = ${JSON.stringify(picture)}
order = ${position}
+++
Write about this person here.
`,
  },
};

/** The part of the address that is made from a title. */
export function slug(title: string): string {
  return title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, "")
    .trim()
    .replace(/[\s-]+/g, "-");
}
