// What the security requirements say about the browser, over all source files: who listens to messages, and who stores something
// on the device.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = import.meta.dirname;

const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.examples\.tsx$|\/testing\//.test(path),
  )
  .map((path) => ({ path, text: readFileSync(join(SOURCES, path), "utf8") }));

const filesWith = (words: RegExp): string[] =>
  files
    .filter(({ text }) => words.test(text))
    .map(({ path }) => path)
    .sort();

test("only tabs and pages of this site are listened to, and no window is", () => {
  const listens = /addEventListener\(\s*"message"|onmessage\b/;
  expect(filesWith(listens)).toEqual(["desk/sign-in/other-tabs.ts", "service-worker.ts"]);
});

// Look at what a new file stores before you add it here, and at the privacy page.
test("only these files store something on the device", () => {
  const stores = /\b(?:localStorage|sessionStorage|indexedDB|document\.cookie)\b/;
  expect(filesWith(stores)).toEqual([
    "app/reload-for-new-release.ts",
    "app/scroll-positions.ts",
    "before-first-paint.ts",
    "booking/booking-key.ts",
    "booking/kept-booking.ts",
    "booking/remembered-visits.ts",
    "desk/content/drafts/dialog-words.ts",
    "desk/content/drafts/draft-storage.ts",
    "desk/content/list/slash-key.ts",
    "desk/last-place.ts",
    "desk/layout/notices/TwoStepHint.tsx",
    "discount/claimed-flag.ts",
    "discount/sent-claim.ts",
    "game/found-storage.ts",
    "game/practice/saved-practice.ts",
    "game/saved-game.ts",
    "lib/display-setting.ts",
    "lib/kept-booking-age.ts",
    "pages/home/index.tsx",
    "read-aloud/player/speed.ts",
  ]);
});
