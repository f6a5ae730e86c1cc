import { expect, test } from "vitest";
import type { DocumentDefinition } from "../../../generated/DocumentDefinition";
import type { FieldDefinition } from "../../../generated/FieldDefinition";
import { earlierFields, withFields } from "./chosen-fields";

const EARLIER = `# The clinic
founded = 2001

[phone]
number = "+234 800 000 0000"

[hours]
monday = "08:00-18:00"

# Public holidays
[[closures]]
date = 2026-12-25
reason = "Christmas"
`;
const CURRENT = `# The clinic
founded = 2002

[phone]
number = "+234 803 765 4321"

[hours]
monday = "08:00-12:00"

[[closures]]
date = 2026-12-24
reason = "Christmas Eve"

[[closures]]
date = 2026-12-26
reason = "Boxing Day"

[notice]
text = "New chairs"
`;

test("only the chosen field comes back", () => {
  expect(withFields(CURRENT, EARLIER, ["hours"])).toBe(CURRENT.replace("12:00", "18:00"));
  expect(withFields(CURRENT, EARLIER, ["founded"])).toBe(CURRENT.replace("2002", "2001"));
});

test("a list comes back as a whole, with its comments, and what there was not goes", () => {
  const text = withFields(CURRENT, EARLIER, ["closures", "notice"]);
  expect(text).toBe(
    EARLIER.replace("2001", "2002")
      .replace("+234 800 000 0000", "+234 803 765 4321")
      .replace("18:00", "12:00"),
  );
});

test("a field that the current text does not have is added", () => {
  const text = withFields(EARLIER.replace("founded = 2001\n", ""), CURRENT, ["founded", "notice"]);
  expect(text).toContain("founded = 2002\n");
  expect(text).toContain('[notice]\ntext = "New chairs"\n');
  expect(text).toContain("+234 800 000 0000");
});

test("a table is found however it is written", () => {
  const inline = CURRENT.replace(/\[phone\]\n.*\n/, "").replace(
    "founded",
    'phone = { number = "1" }\nfounded',
  );
  const text = withFields(inline, EARLIER, ["phone"]);
  expect(text).toContain('[phone]\nnumber = "+234 800 000 0000"\n');
  expect(text).not.toContain('number = "1"');
});

test("a text with a mistake changes nothing", () => {
  expect(withFields("founded = ", EARLIER, ["hours"])).toBeNull();
});

const field = (key: string, label: string) =>
  ({ key, label, value: { type: "number", min: 0, max: 9999 } }) as unknown as FieldDefinition;
const definition = (fields: FieldDefinition[]): DocumentDefinition => ({
  groups: [{ id: "facts", title: "Facts", help: null, fields }] as never,
  onlyAsText: null,
});

test("the fields that differ are listed by their labels", () => {
  const fields = definition([field("founded", "Founded in"), field("code_days", "Days")]);
  const read = (now: string, then: string) =>
    earlierFields("clinic.toml", fields, now, then, (path) => path);
  expect(read("founded = 2002\ncode_days = 9\n", "founded = 2001\ncode_days = 9\n")).toEqual([
    {
      key: "founded",
      label: "Founded in",
      changes: [{ label: "Founded in", before: "2002", text: "2001" }],
    },
  ]);
  expect(read("other = 1\n", "other = 2\n")).toBeNull();
});
