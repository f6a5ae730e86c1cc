import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["../check/**/*.ts*", "../result/*.ts", "!**/*.test.*"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Words that tell somebody that all is well, or what is wrong. */
const FORBIDDEN = /\b(normal|healthy|perfect|diagnosed|20\/20)\b/i;

test("nothing is stored, and nothing but the screen and the keys is needed", () => {
  const stores =
    /localStorage|sessionStorage|indexedDB|document\.cookie|caches\.|Device(Motion|Orientation)/;
  for (const [file, text] of Object.entries(sources)) expect(text, file).not.toMatch(stores);
});

test("no sentence says that sight is normal", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(15);
  for (const [file, text] of Object.entries(sources)) expect(text, file).not.toMatch(FORBIDDEN);
});
