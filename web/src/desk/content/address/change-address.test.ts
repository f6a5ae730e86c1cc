import { expect, test } from "vitest";
import { withLinks } from "./change-address";
import { copyOf } from "./copy-document";

const FROM = "/articles/old";
const TO = "/articles/new";

test("links to the old address are changed, and longer addresses that begin alike are not", () => {
  const text =
    '+++\ntitle = "A"\n+++\n[One](/articles/old), [two](/articles/old#top), [other](/articles/older).\n';
  expect(withLinks({ text, kind: "article" }, FROM, TO)).toBe(
    '+++\ntitle = "A"\n+++\n[One](/articles/new), [two](/articles/new#top), [other](/articles/older).\n',
  );
});

test("an added page with the name of an article is not taken for it", () => {
  const service = '+++\narticles = ["old"]\n+++\n[Prices](/info/old)\n';
  expect(withLinks({ text: service, kind: "service" }, "/info/old", "/info/new")).toBe(
    '+++\narticles = ["old"]\n+++\n[Prices](/info/new)\n',
  );
});

test("services and urgent questions name the article by its new name", () => {
  const service = '+++\ntitle = "old"\narticles = ["old", "other"]\n+++\n';
  expect(withLinks({ text: service, kind: "service" }, FROM, TO)).toBe(
    '+++\ntitle = "old"\narticles = ["new", "other"]\n+++\n',
  );
  const urgent = '[[rows]]\nid = "old"\narticle = "old"\n\n[[rows]]\narticle = "older"\n';
  expect(withLinks({ text: urgent, kind: "urgent" }, FROM, TO)).toBe(
    '[[rows]]\nid = "old"\narticle = "new"\n\n[[rows]]\narticle = "older"\n',
  );
});

test("a copy has its own title and date, and nobody has reviewed it", () => {
  const text =
    '+++\ntitle = "First"\npublished = 2025-01-01\nhome = 1\nreviewed_by = "director"\nlast_reviewed = 2025-01-02\n+++\nWords.\n';
  const values = { title: "Second", date: "2026-11-18", position: 4 };
  expect(copyOf("article", text, values)).toBe(
    '+++\ntitle = "Second"\npublished = 2026-11-18\n+++\nWords.\n',
  );
  expect(copyOf("member", '+++\nname = { placeholder = "A" }\norder = 1\n+++\n', values)).toBe(
    '+++\nname = "Second"\norder = 4\n+++\n',
  );
  // Two links with the same name would be in the menu.
  expect(copyOf("info", '+++\ntitle = "Prices"\nmenu = "Prices"\n+++\nWords.\n', values)).toBe(
    '+++\ntitle = "Second"\n+++\nWords.\n',
  );
});
