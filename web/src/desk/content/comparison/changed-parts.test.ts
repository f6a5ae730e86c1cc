import { expect, test } from "vitest";
import { definitions } from "../../../generated/definitions";
import { changedParts } from "./changed-parts";

test("the parts of the clinic's document that were changed are named", () => {
  const clinic = (phone: string, monday: string) =>
    `name = "Eyes"\n[phone]\nnumber = "${phone}"\n[hours]\nmonday = "${monday}"\n`;
  const parts = (before: string, after: string) =>
    changedParts("clinic.toml", definitions["clinic.toml"] ?? null, before, after);
  const before = clinic("+234 803", "08:00-18:00");
  expect(parts(before, clinic("+234 805", "08:00-12:00"))).toEqual([
    "Clinic facts",
    "Opening hours and closures",
  ]);
  expect(parts(before, `${before}[notice]\ntext = "Hello"\n`)).toEqual(["Notice"]);
  expect(parts(before, `${before}[notice]\ntext = "Hello"\nfrom = 2026-11-16\n`)).toEqual([
    "Notice",
  ]);
  expect(parts(before, `${before}[notice]\ntext = "Hello"\nfrom = 2999-11-17\n`)).toEqual([
    "Notice (on the site from 17 November 2999)",
  ]);
  expect(parts(before, before)).toEqual([]);
});
