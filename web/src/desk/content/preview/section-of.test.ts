import { expect, test } from "vitest";
import { groupsOf } from "../document-parts";
import { sectionOf } from "./section-of";

test("the preview of the opening hours begins where the page has them, and that of a document at its section", () => {
  const ofClinic = (part: string) => sectionOf("clinic.toml", groupsOf("clinic.toml", part));
  expect(ofClinic("hours")).toBe('[id="contact"] + *');
  expect(ofClinic("facts")).toBe('[id="contact"]');
  expect(ofClinic("notice")).toBeNull();
  expect(sectionOf("services/eye-exams.md", null)).toBe('[id="eye-exams"]');
});
