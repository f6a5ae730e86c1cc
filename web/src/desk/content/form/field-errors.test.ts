import { expect, test } from "vitest";
import type { FieldDefinition } from "../../../generated/FieldDefinition";
import type { FieldType } from "../../../generated/FieldType";
import { daysError, fieldError } from "./field-errors";
import { parseToml, valueAt } from "./toml/toml-text";

function field(value: FieldType, required = true): FieldDefinition {
  return { key: "a", label: "A", help: "", example: "", required, mayBePlaceholder: false, value };
}

function errorOf(value: FieldType, toml: string, required = true): string | null {
  const file = parseToml(toml);
  if (file === null) throw new Error("not valid TOML");
  return fieldError(field(value, required), valueAt(file, ["a"]));
}

test("a required field must be filled in, an optional one need not", () => {
  const text: FieldType = { type: "text", maxLength: 5 };
  expect(errorOf(text, "")).toBe("Please fill this in.");
  expect(errorOf(text, 'a = " "')).toBe("Please fill this in.");
  expect(errorOf(text, "", false)).toBeNull();
});

test("characters are counted as the server counts them", () => {
  const text: FieldType = { type: "text", maxLength: 5 };
  expect(errorOf(text, 'a = "👓👓👓👓👓"')).toBeNull();
  expect(errorOf(text, 'a = "123456"')).toBe("This has 6 characters, but may have 5. Shorten it.");
});

test("numbers must be whole, in their range and a multiple of the step", () => {
  const number: FieldType = { type: "number", min: 5, max: 20, step: 5 };
  expect(errorOf(number, "a = 10")).toBeNull();
  expect(errorOf(number, 'a = "x"')).toBe("Write a whole number.");
  expect(errorOf(number, "a = 25")).toBe("Write a number between 5 and 20.");
  expect(errorOf(number, "a = 7")).toBe("Write a multiple of 5.");
});

test("dates, addresses, phone numbers and hours are checked", () => {
  expect(errorOf({ type: "date" }, 'a = "2026-02-30"')).toBe("Choose a date.");
  expect(errorOf({ type: "date" }, "a = 2026-02-28")).toBeNull();
  expect(errorOf({ type: "time" }, 'a = "24:00"')).toBe("Choose a time.");
  expect(errorOf({ type: "time" }, 'a = "07:05"')).toBeNull();
  const url: FieldType = { type: "url", maxLength: 100 };
  for (const wrong of [
    "www.example.org",
    "http://a.org",
    "https://a b.org",
    "https://u@a.org/",
    "https://a;b/",
  ]) {
    expect(errorOf(url, `a = "${wrong}"`), wrong).toMatch(/^Copy the whole address/);
  }
  expect(errorOf(url, 'a = "https://maps.example:8443/a,b?c=1"')).toBeNull();
  const phone: FieldType = { type: "phone", minDigits: 8, maxDigits: 15 };
  expect(errorOf(phone, 'a = "0803 123 4567"')).toMatch(/country code/);
  expect(errorOf(phone, 'a = "+234 803 123 4567"')).toBeNull();
  for (const right of ["+234 (0)803 123 4567", "+234 84123456", "+44 20 7946 0000"]) {
    expect(errorOf(phone, `a = "${right}"`), right).toBeNull();
  }
  for (const short of ["+234 80312", "+234 803 123 456"]) {
    expect(errorOf(phone, `a = "${short}"`), short).toBe(
      "This number is too short. A Nigerian number has 11 digits, such as 0803 123 4567.",
    );
  }
  expect(errorOf(phone, 'a = "+234 803 123 45678"')).toMatch(/^This number is too long\./);
  const hours: FieldType = { type: "openingHours", mayBeClosed: true };
  expect(errorOf(hours, 'a = "08:00-12:00, 13:00-18:00"')).toBeNull();
  expect(errorOf(hours, 'a = "closed"')).toBeNull();
  expect(errorOf(hours, 'a = "18:00-08:00"')).toMatch(/after the opening time/);
  expect(errorOf(hours, 'a = "08:00-12:00, 11:00-18:00"')).toMatch(/after the break/);
  expect(errorOf(hours, 'a = "08:00-"')).toBe("Choose both times.");
  expect(errorOf(hours, 'a = "late"')).toMatch(/Write hours such as/);
  const open: FieldType = { type: "openingHours", mayBeClosed: false };
  expect(errorOf(open, 'a = "08:00-12:00"')).toBeNull();
  expect(errorOf(open, 'a = "closed"')).toBe("Choose both times.");
});

test("a closure must not end before it begins", () => {
  const errors = (toml: string) => {
    const file = parseToml(`[[closures]]\n${toml}`);
    if (file === null) throw new Error("not valid TOML");
    return daysError(file, ["closures", 0]);
  };
  expect(errors("date = 2026-12-25")).toEqual({});
  expect(errors('date = ""')).toEqual({ from: "Choose a date." });
  expect(errors("from = 2026-12-24\nto = 2027-01-02")).toEqual({});
  expect(errors("from = 2026-12-24\nto = 2026-12-20")).toEqual({
    to: "The last day is before the first day.",
  });
});
