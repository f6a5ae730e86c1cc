// How many facts are missing, apart for the clinic and for the documents: "12 facts about the clinic and 6 about 3 articles".
import type { PlaceholderValue } from "../../../generated/PlaceholderValue";
import { CLINIC_FILE } from "../document-parts";
import { joinNames } from "../join-names";

const folders: Readonly<Record<string, readonly [one: string, several: string]>> = {
  articles: ["an article", "articles"],
  services: ["a service", "services"],
  outreaches: ["an outreach", "outreaches"],
  team: ["a team member", "team members"],
};

export function countMissing(placeholders: readonly PlaceholderValue[]): string {
  const clinic = placeholders.filter(({ file }) => file === CLINIC_FILE).length;
  const others = placeholders.map(({ file }) => file).filter((file) => file !== CLINIC_FILE);
  const parts = clinic > 0 ? [`${factsOf(clinic)} about the clinic`] : [];
  for (const folder of new Set(others.map(folderOf))) {
    const files = others.filter((file) => folderOf(file) === folder);
    const documents = new Set(files).size;
    const [one, several] = folders[folder] ?? ["another document", "other documents"];
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
