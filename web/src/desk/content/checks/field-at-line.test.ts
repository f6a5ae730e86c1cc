import { expect, test } from "vitest";
import { fieldWithValue, valueOnLine } from "./field-at-line";

const text = `+++
title = "Frames \\"and\\" lenses"
published = 2026-11-16
+++
Text.
`;

test("the value of a line is found", () => {
  expect(valueOnLine(text, 2)).toBe('Frames "and" lenses');
  expect(valueOnLine(text, 3)).toBe("2026-11-16");
  expect(valueOnLine(text, 1)).toBeNull();
  expect(valueOnLine(text, 99)).toBeNull();
});

test("the field that shows the value is found, or else the first one", () => {
  const form = document.createElement("div");
  const fields = ["a", "2026-11-16"].map((value) => {
    const field = document.createElement("input");
    field.value = value;
    form.append(field);
    return field;
  });
  expect(fieldWithValue(form, "2026-11-16")).toBe(fields[1]);
  expect(fieldWithValue(form, "gone")).toBe(fields[0]);
  expect(fieldWithValue(document.createElement("div"), "a")).toBeNull();
});
