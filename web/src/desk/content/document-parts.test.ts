import { expect, test } from "vitest";
import { definitions } from "../../generated/definitions";
import { CLINIC_FILE, clinicParts, titleOf, withTitles } from "./document-parts";

test("every group of the clinic's form is on one screen", () => {
  const groups = definitions[CLINIC_FILE]?.groups.map(({ id }) => id);
  expect(clinicParts.flatMap((part) => part.groups)).toEqual(groups);
});

test.each([
  ["articles/first-aid.md", null, "Article “first aid”"],
  ["articles/first-aid.md", " ", "Article without a title"],
  ["info/parking.md", "", "Page without a title"],
  ["team/ada.md", "Ada Obi", "Ada Obi"],
  ["pictures/front-2a9f31.webp", null, "Picture “front”"],
  ["pictures/front-facade.webp", null, "Picture “front facade”"],
])("%s with the title %j is named in words", (path, title, expected) => {
  expect(titleOf({ path, title })).toBe(expected);
});

test.each([
  ["clinic.toml", "Clinic"],
  ["info/jobs-at-the-clinic.md", "Page “jobs at the clinic”"],
  ["a passage of info/prices.md and 2 more", "a passage of Page “prices” and 2 more"],
  ["pictures/clinic.toml.webp", "Picture “clinic.toml”"],
])("names of files in %s become words, and no part of a name does", (sentence, expected) => {
  expect(withTitles(sentence, [])).toBe(expected);
});
