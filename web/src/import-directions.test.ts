// Which folder may import which. The bundles stay small and the folders can be understood one by one because these
// directions hold; the compiler does not know them.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const SOURCES = import.meta.dirname;

const SHARED = ["ui", "lib", "generated"];
const FEATURES = [
  "booking",
  "contact",
  "discount",
  "game",
  "read-aloud",
  "sight-check",
  "urgent",
] as const;

/** What a folder, or a file that is in none, may import besides itself. A page or a feature does not import another one. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  lib: ["generated"],
  ui: ["lib", "generated", "styles"],
  fixtures: ["lib", "generated"],
  ...Object.fromEntries(FEATURES.map((feature) => [feature, SHARED])),
  // Its error was measured with this code alone.
  "sight-check/estimator": [],
  pages: [...FEATURES, ...SHARED],
  app: ["pages", ...FEATURES, ...SHARED],
  // A bundle of its own.
  desk: [...SHARED, "styles"],
  "entry-client.tsx": ["app", "lib", "generated", "styles"],
  "entry-server.tsx": ["app", "lib", "generated", "styles"],
  "entry-desk.tsx": ["desk", "styles"],
  // Scripts without React.
  "before-first-paint.ts": ["lib"],
  "entry-without-react.ts": ["lib"],
  "service-worker.ts": ["lib"],
  "load-app.ts": ["lib"],
  // Shows the public site.
  examples: ["app", "pages", ...FEATURES, ...SHARED, "styles", "fixtures"],
  styles: [],
  generated: [],
};

const IS_TEST = /\.test\.tsx?$|\.examples\.tsx$|^desk\/testing\//;

/** The narrowest entry of the table for a path such as `pages/home/Home.tsx`. Each page is by itself. */
function areaOf(path: string): { name: string; rules: readonly string[] | undefined } {
  const [folder = "", inner = ""] = path.split("/");
  const narrow = `${folder}/${inner}`;
  if (narrow in MAY_IMPORT) return { name: narrow, rules: MAY_IMPORT[narrow] };
  const name = folder === "pages" ? narrow : folder;
  return { name, rules: MAY_IMPORT[folder] };
}

/** They read the files and import none. */
const TESTS_OF_ALL_FILES = ["import-directions.test.ts", "browser-features.test.ts"];

function importsOf(path: string): string[] {
  const text = readFileSync(join(SOURCES, path), "utf8");
  const found = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]*)"/g);
  return [...found].map(([, target = ""]) => normalize(join(dirname(path), target)));
}

/** A sentence for each import that has no right to be there. */
function wrongImports(path: string, imports: readonly string[]): string[] {
  const { name, rules } = areaOf(path);
  if (rules === undefined) return [`${path} is in no folder of the table`];
  const allowed = IS_TEST.test(path) ? [...rules, "fixtures"] : rules;
  return imports
    .filter((target) => !target.startsWith("..") && !target.startsWith(`${name}/`))
    .filter((target) => areaOf(target).name !== name)
    .filter((target) => !allowed.includes(target.split("/")[0] ?? ""))
    .map((target) => `${path} imports ${target}`);
}

function sources(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
  return files.filter((file) => /\.tsx?$/.test(file) && !file.startsWith("generated/"));
}

test("every import has an allowed direction", () => {
  const files = sources().filter((file) => !TESTS_OF_ALL_FILES.includes(file));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => wrongImports(file, importsOf(file)))).toEqual([]);
});

test("the estimator imports no package", () => {
  const files = sources().filter(
    (file) => file.startsWith("sight-check/estimator/") && !IS_TEST.test(file),
  );
  expect(files).not.toEqual([]);
  const texts = files.map((file) => readFileSync(join(SOURCES, file), "utf8"));
  expect(texts.filter((text) => /\bfrom "[^.]/.test(text))).toEqual([]);
});

test("an import against the directions is found", () => {
  expect(wrongImports("lib/navigation/paths.ts", ["ui/button/Button"])).toHaveLength(1);
  expect(wrongImports("pages/home/Home.tsx", ["pages/about/About"])).toHaveLength(1);
  expect(wrongImports("game/practice/Practice.tsx", ["booking/clinic-dates"])).toHaveLength(1);
  expect(wrongImports("desk/content/drafts/draft.ts", ["game/Game"])).toHaveLength(1);
  expect(wrongImports("sight-check/estimator/step.ts", ["lib/paths"])).toHaveLength(1);
  expect(wrongImports("ui/field/Field.tsx", ["fixtures/pages"])).toHaveLength(1);
  expect(wrongImports("ui/field/Field.test.tsx", ["fixtures/pages"])).toEqual([]);
  expect(wrongImports("pages/home/Home.tsx", ["game/Game", "pages/home/Hero"])).toEqual([]);
});
