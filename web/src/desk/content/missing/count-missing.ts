// What has to be filled in, by the lists of the site, and how much it is: "12 facts about the clinic and 6 about 3 articles".
import type { PlaceholderValue } from "../../../generated/PlaceholderValue";
import { CLINIC_FILE } from "../document-parts";
import { joinNames } from "../join-names";

type Folder = readonly [one: string, several: string, heading: string];

const folders: Readonly<Record<string, Folder>> = {
  services: ["a service", "services", "Services"],
  outreaches: ["an outreach", "outreaches", "Outreaches"],
  team: ["a team member", "team members", "Team"],
  articles: ["an article", "articles", "Articles"],
};

const OTHERS: Folder = ["another document", "other documents", "Other documents"];

type MissingGroup = {
  readonly heading: string;
  /** What its documents are called. */
  readonly several: string;
  readonly files: readonly string[];
};

/** The clinic first, then the lists of the site. */
export function groupMissing(files: readonly string[]): MissingGroup[] {
  const others = files.filter((file) => file !== CLINIC_FILE);
  const groups = [
    { heading: "The clinic", several: "", files: files.filter((file) => file === CLINIC_FILE) },
    ...[...Object.keys(folders), ""].map((folder) => {
      const [, several, heading] = folders[folder] ?? OTHERS;
      return { heading, several, files: others.filter((file) => folderOf(file) === folder) };
    }),
  ];
  return groups.filter((group) => group.files.length > 0);
}

export function countMissing(placeholders: readonly PlaceholderValue[]): string {
  const clinic = placeholders.filter(({ file }) => file === CLINIC_FILE).length;
  const others = placeholders.map(({ file }) => file).filter((file) => file !== CLINIC_FILE);
  const parts = clinic > 0 ? [`${factsOf(clinic)} about the clinic`] : [];
  for (const folder of new Set(others.map(folderOf))) {
    const files = others.filter((file) => folderOf(file) === folder);
    const documents = new Set(files).size;
    const [one, several] = folders[folder] ?? OTHERS;
    const count = parts.length === 0 ? factsOf(files.length) : files.length;
    parts.push(`${count} about ${documents === 1 ? one : `${documents} ${several}`}`);
  }
  return joinNames(parts);
}

const folderOf = (file: string) => {
  const [folder = ""] = file.split("/");
  return Object.hasOwn(folders, folder) ? folder : "";
};

const factsOf = (count: number) => (count === 1 ? "1 fact" : `${count} facts`);
