// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { fieldAt, placeIn } from "./place";

const text = `+++
title = "Frames"
summary = ""
happens = [
  "First.",
]

[[sources]]
title = "A page"
url = ""
+++
Text.

More.
`;

test("a line leads to the field of its value, or to the line of the text", () => {
  const pathAt = (line: number) => placeIn(text, line);
  expect(pathAt(2)).toEqual({ kind: "field", path: "title" });
  expect(pathAt(3)).toEqual({ kind: "field", path: "summary" });
  expect(pathAt(5)).toEqual({ kind: "field", path: "happens" });
  expect(pathAt(8)).toEqual({ kind: "field", path: "sources.0" });
  expect(pathAt(10)).toEqual({ kind: "field", path: "sources.0.url" });
  expect(pathAt(1)).toEqual({ kind: "field", path: "" });
  expect(pathAt(14)).toEqual({ kind: "text", line: 3 });
  expect(placeIn(text, null)).toEqual({ kind: "none" });
  expect(placeIn('name = "A"\nphone = ""\n', 2)).toEqual({ kind: "field", path: "phone" });
});

test("a text that is missing is looked for in the editor", () => {
  expect(placeIn('+++\ntitle = "A"\n+++\n', 3)).toEqual({ kind: "text", line: 1 });
});

test("the field is found by its path, also without a value, or else the nearest one", () => {
  const form = document.createElement("div");
  form.innerHTML = `
    <div data-field="title"><input name="title" /></div>
    <div data-field="summary"><textarea name="summary"></textarea></div>
    <fieldset data-field="sources"><details data-field="sources.0"><summary>Source</summary>
      <div data-field="sources.0.url"><input name="url" /></div></details></fieldset>
    <fieldset data-field="hospitals"><button name="add"></button></fieldset>`;
  const nameAt = (path: string) => fieldAt(form, path)?.getAttribute("name");
  expect(nameAt("summary")).toBe("summary");
  expect(nameAt("sources.0.url")).toBe("url");
  expect(nameAt("sources.0.publisher")).toBe("url");
  expect(nameAt("hospitals")).toBe("add");
  expect(nameAt("unknown")).toBe("title");
  expect(nameAt("")).toBe("title");
});
