// The names of the documents, and the parts in which the list shows clinic.toml: one file and one draft, six screens.
import type { DocumentSummary } from "../../generated/DocumentSummary";

export type DocumentPart = {
  readonly id: string;
  readonly title: string;
  /** The groups of its form, by their ids in the definition. */
  readonly groups: readonly string[];
};

export const CLINIC_FILE = "clinic.toml";

export const clinicParts: readonly DocumentPart[] = [
  { id: "facts", title: "Clinic facts", groups: ["facts"] },
  { id: "hours", title: "Opening hours and closures", groups: ["hours", "closures"] },
  { id: "notice", title: "Notice", groups: ["notice"] },
  { id: "booking", title: "Online booking", groups: ["booking"] },
  { id: "sight-check", title: "Sight self-check", groups: ["sight-check"] },
  { id: "game", title: "Pictures of the game", groups: ["game"] },
];

const titles: Readonly<Record<string, string>> = {
  [CLINIC_FILE]: "Clinic",
  "game/game.toml": "Game levels",
  "urgent.toml": "Questions of “Is it urgent?”",
  "redirects.toml": "Redirects",
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
  return (
    partOf(path, part)?.title ?? titles[path] ?? title ?? path.replace(/^pictures\//, "Picture ")
  );
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
