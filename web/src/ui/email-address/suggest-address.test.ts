import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isIncomplete, suggestAddress } from "./suggest-address";

describe("a mistyped domain gets a suggestion", () => {
  test.each([
    ["ada@gmial.com", "ada@gmail.com"],
    ["ada@gmail.con", "ada@gmail.com"],
    ["ada@gamil.com", "ada@gmail.com"],
    ["ada@gmail.co", "ada@gmail.com"],
    ["ada@gmail.comm", "ada@gmail.com"],
    ["ada@gmailcom", "ada@gmail.com"],
    ["ada@gmail", "ada@gmail.com"],
    ["ada@gmail.", "ada@gmail.com"],
    ["ada@gmali.con", "ada@gmail.com"],
    ["ada@yaho.com", "ada@yahoo.com"],
    ["ada@yahoo.con", "ada@yahoo.com"],
    ["ada@yahooo.com", "ada@yahoo.com"],
    ["ada@yahoo.co.ku", "ada@yahoo.co.uk"],
    ["ada@hotmial.com", "ada@hotmail.com"],
    ["ada@hotmal.com", "ada@hotmail.com"],
    ["ada@outlok.com", "ada@outlook.com"],
    ["ada@outloook.com", "ada@outlook.com"],
    ["ada@iclod.com", "ada@icloud.com"],
    ["ada@live.con", "ada@live.com"],
    ["Ada.Obi@GMIAL.COM", "Ada.Obi@gmail.com"],
    ["  ada@gmial.com ", "ada@gmail.com"],
  ])("%s → %s", (typed, expected) => {
    expect(suggestAddress(typed)).toBe(expected);
  });
});

describe("an address that may be right gets no suggestion", () => {
  test.each([
    "ada@gmail.com",
    "ada@ymail.com",
    "ada@mail.com",
    "ada@email.com",
    "ada@yahoo.co.uk",
    "ada@uniport.edu.ng",
    "ada@clinic.ng",
    "ada@love.org",
    "ada@five.org",
    "ada@zoho.com",
    "ada",
    "ada@",
    "@gmial.com",
    "",
  ])("%s", (typed) => {
    expect(suggestAddress(typed)).toBeNull();
  });
});

test("a suggested address never gets another suggestion", () => {
  const letters = fc.string({ unit: fc.constantFrom(..."gmailyhot.ckuncod"), maxLength: 14 });
  fc.assert(
    fc.property(letters, (domain) => {
      const suggestion = suggestAddress(`ada@${domain}`);
      if (suggestion !== null) expect(suggestAddress(suggestion)).toBeNull();
    }),
  );
});

test("an address that may still be being typed is incomplete", () => {
  expect(["a", "a@", "a@gm", "a@gmail.co", "a@yahoo.co.u"].map(isIncomplete)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(["a@gmial", "a@gmail.con", "a@clinic.ng"].map(isIncomplete)).toEqual([
    false,
    false,
    false,
  ]);
});
