// Takes out one rule of editing after the other, and prints which seeds of the model find it and in which run, or else which
// other tests do. No file is changed: the rules are taken out while Vitest loads them. `npm run editing-mutations [PART OF A RULE]`.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";

const here = dirname(fileURLToPath(import.meta.url));
const content = resolve(here, "../..");
const web = resolve(content, "../../..");
const MODEL = ["src/desk/content/drafts/no-word-is-lost"];
const EXAMPLES = [
  "src/desk/content/drafts/d",
  "src/desk/content/drafts/o",
  "src/desk/content/drafts/p",
  "src/desk/content/merge",
  "src/desk/sign-in/use-sign-out",
];

const [part = ""] = process.argv.slice(2);
const mutations = JSON.parse(readFileSync(resolve(here, "editing-mutations.json"), "utf8"));
// Shrinking finds the smallest example, which nobody reads here.
process.env.PROPERTY_FIRST = "yes";

console.log("| rule that was taken out | seeds that find it | in run |\n| --- | --- | --- |");
for (const mutation of mutations.filter(({ rule }) => rule.includes(part))) {
  const found = (await failuresWith(mutation, MODEL)).flatMap(({ name, message }) => {
    const seed = /seed (\d+)/.exec(name)?.[1];
    const run = /Property failed after (\d+) tests/.exec(message)?.[1];
    return seed ? [{ seed, run: run ?? "?" }] : [];
  });
  const seeds = found.map(({ seed }) => seed).join(", ");
  const runs = found.map(({ run }) => run).join(", ");
  if (found.length > 0) {
    console.log(`| ${mutation.rule} | ${seeds} | ${runs} |`);
    continue;
  }
  const files = (await failuresWith(mutation, EXAMPLES)).map(({ file }) => `\`${file}\``);
  console.log(`| ${mutation.rule} | ${[...new Set(files)].join(", ") || "NOTHING FINDS IT"} | |`);
}
process.exit();

/** The tests that fail without the rule. */
async function failuresWith({ file, from, to }, filters) {
  const path = resolve(content, file);
  const takeOut = {
    name: "take-out-a-rule",
    enforce: "pre",
    transform(code, id) {
      if (id.split("?")[0] !== path) return null;
      if (code.split(from).length !== 2)
        throw new Error(`${file} does not have this once: ${from}`);
      return code.replace(from, () => to);
    },
  };
  const options = { root: web, watch: false, reporters: [{}], passWithNoTests: false };
  const vitest = await startVitest("test", filters, options, { plugins: [takeOut] });
  const failures = [];
  for (const module of vitest.state.getTestModules()) {
    const named = { file: module.moduleId.split("/").at(-1) };
    for (const test of module.children.allTests("failed")) {
      const message = test
        .result()
        .errors.map((error) => error.message)
        .join("\n");
      failures.push({ ...named, name: test.name, message });
    }
    // Such as a rule that is not there any more.
    for (const error of module.errors()) throw new Error(error.message);
  }
  await vitest.close();
  return failures;
}
