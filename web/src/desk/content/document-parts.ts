// The names of the documents, and the parts in which the list shows clinic.toml: one file and one draft, six screens.
import type { DocumentSummary } from "../../generated/DocumentSummary";

type DocumentPart = {
  readonly id: string;
  readonly title: string;
  /** The groups of its form, by their ids in the definition. */
  readonly groups: readonly string[];
};

export const CLINIC_FILE = "clinic.toml";

export const clinicParts: readonly DocumentPart[] = [
  { id: "facts", title: "Clinic facts", groups: ["facts"] },
  {
    id: "hours",
    title: "Opening hours and closures",
    groups: ["hours", "closures", "other-hours"],
  },
  { id: "notice", title: "Notice", groups: ["notice"] },
  { id: "booking", title: "Online booking", groups: ["booking"] },
  { id: "sight-check", title: "Sight self-check", groups: ["sight-check"] },
  { id: "game", title: "Pictures of the game", groups: ["game"] },
];

const titles: Readonly<Record<string, string>> = {
  [CLINIC_FILE]: "Clinic",
  "game/game.toml": "Game levels",
  "urgent.toml": "Questions of “Is it urgent?”",
  "redirects.toml": "Old addresses that lead to new ones",
  "pictures/descriptions.toml": "Descriptions of pictures",
  // The titles of these are written for search engines.
  "pages/home.md": "Home page",
  "pages/about-us.md": "About us",
  "pages/services.md": "Services page",
  "pages/outreaches.md": "Outreaches page",
  "pages/articles.md": "Articles page",
  "pages/team.md": "Team page",
  "pages/visionTest.md": "Play & Win",
  "pages/book.md": "Book an appointment",
  "pages/appointment.md": "A patient's appointment",
  "pages/urgent.md": "Is it urgent?",
  "pages/sight-check.md": "Sight self-check page",
  "pages/privacy.md": "Privacy notice",
  "pages/practice.md": "Practice puzzle",
  "pages/not-found.md": "Page not found",
};

function partOf(path: string, part: string | null): DocumentPart | undefined {
  return path === CLINIC_FILE ? clinicParts.find(({ id }) => id === part) : undefined;
}

/** The words that people know a document by. */
export function titleOf(
  { path, title }: Pick<DocumentSummary, "path" | "title">,
  part: string | null = null,
): string {
  const known = partOf(path, part)?.title ?? titles[path];
  if (known !== undefined) return known;
  if (title === null) return wordsOfPath(path);
  return title.trim() === "" ? `${kindOf(path) ?? "Document"} without a title` : title;
}

const kinds: Readonly<Record<string, string>> = {
  articles: "Article",
  info: "Page",
  services: "Service",
  outreaches: "Outreach",
  team: "Team member",
  pages: "Page",
  pictures: "Picture",
  game: "Picture of the game",
};

function kindOf(path: string): string | undefined {
  const [folder = ""] = path.split("/");
  return kinds[folder];
}

/** What the server adds to the name of a picture that is uploaded: six digits of its content. A word can look like that, but has no digit. */
const CODE = /-(?=[a-f]*\d)[\da-f]{6}$/;

/** Without a title: “first aid” for the file `first-aid.md`, “front” for `front-2a9f31.webp`. */
function wordsOfPath(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
  const isPicture = path.startsWith("pictures/");
  const words = `“${(isPicture ? name.replace(CODE, "") : name).replaceAll(/[-_]+/g, " ")}”`;
  const kind = kindOf(path);
  return kind ? `${kind} ${words}` : words;
}

const PATHS =
  /(?<![\w/-])(?:(?:articles|info|services|outreaches|team|pages|pictures|game)\/[\w./-]*\w|clinic|urgent|redirects)\.(?:md|toml|webp|jpe?g|png|svg)\b/gi;

/** A sentence of the server with the names of files in it, in the words that people know. */
export function withTitles(sentence: string, documents: readonly DocumentSummary[]): string {
  return sentence.replace(PATHS, (path) => titleOfPath(path, documents));
}

/** The same for a document that is only known by its path. */
export function titleOfPath(path: string, documents: readonly DocumentSummary[]): string {
  const known = documents.find((document) => document.path === path);
  return titleOf(known ?? { path, title: null });
}

/** The groups of the form that are shown. Null for all of them. */
export function groupsOf(path: string, part: string | null): readonly string[] | null {
  return partOf(path, part)?.groups ?? null;
}
