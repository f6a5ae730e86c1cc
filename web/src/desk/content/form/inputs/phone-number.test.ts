import { expect, test } from "vitest";
import { withCountryCode } from "./phone-number";

test("numbers as people in Nigeria write them get the country code", () => {
  expect(withCountryCode("08031234567")).toBe("+234 803 123 4567");
  expect(withCountryCode(" 0803 123-4567 ")).toBe("+234 803 123 4567");
  expect(withCountryCode("2348031234567")).toBe("+234 803 123 4567");
  expect(withCountryCode("002348031234567")).toBe("+234 803 123 4567");
  // A landline in Port Harcourt.
  expect(withCountryCode("084 123456")).toBe("+234 84123456");
});

test("other numbers, and what is no number, stay as they are", () => {
  for (const typed of ["+234 803 123 4567", "+44 20 7946 0000", "0", "0803 ask for Ada", ""]) {
    expect(withCountryCode(typed)).toBe(typed);
  }
});
