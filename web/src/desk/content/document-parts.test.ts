import { expect, test } from "vitest";
import { definitions } from "../../generated/definitions";
import { CLINIC_FILE, clinicParts } from "./document-parts";

test("every group of the clinic's form is on one screen", () => {
  const groups = definitions[CLINIC_FILE]?.groups.map(({ id }) => id);
  expect(clinicParts.flatMap((part) => part.groups)).toEqual(groups);
});
