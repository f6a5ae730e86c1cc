// Every rule that editing-mutations.mjs takes out is still in the code.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import mutations from "./editing-mutations.json";

test.each(mutations)("$rule: it is there once", ({ file, from }) => {
  const code = readFileSync(resolve(import.meta.dirname, "../..", file), "utf8");
  expect(code.split(from)).toHaveLength(2);
});
