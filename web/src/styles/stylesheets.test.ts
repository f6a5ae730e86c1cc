// Rules for all style sheets of the public site.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const src = resolve(import.meta.dirname, "..");

/** The desk has white and black of its own: a QR code and the picture of a camera. */
const modules = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
  (file) =>
    file.endsWith(".module.css") && !file.startsWith("desk/") && !file.includes(".examples."),
);

const textOf = (file: string) =>
  readFileSync(join(src, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");

test("there are style sheets to check", () => {
  expect(modules.length).toBeGreaterThan(20);
});

test.each(modules)("%s is inside a layer", (file) => {
  expect(textOf(file).trim()).toMatch(/^@layer (ui|page) \{[\s\S]*\}$/);
});

test.each(modules)("%s has no colours of its own", (file) => {
  expect(textOf(file).match(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/gi) ?? []).toEqual([]);
});

test("every control of a form has the font of the page", () => {
  const [, controls = ""] = /([^{}]*)\{\s*font: inherit/.exec(textOf("styles/reset.css")) ?? [];
  expect(controls.split(",").map((name) => name.trim())).toEqual([
    "button",
    "input",
    "select",
    "textarea",
  ]);
});

test("each colour is defined once, with its light and its dark value", () => {
  const names = textOf("styles/tokens.css").match(/^\s+--color-[\w-]+(?=:)/gm) ?? [];
  const inContrastMode = ["--color-ink-quiet", "--color-line", "--color-panel"];
  const defined = names.map((name) => name.trim());
  const twice = defined.filter((name, index) => defined.indexOf(name) !== index);
  expect(twice).toEqual(inContrastMode);
});
