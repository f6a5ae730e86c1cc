import { expect, test } from "vitest";
import { definitions } from "../../generated/definitions";
import { CLINIC_FILE, clinicParts, titleOf } from "./document-parts";

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
