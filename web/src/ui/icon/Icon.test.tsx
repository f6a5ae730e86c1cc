import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { glyphs, type IconName } from "./glyphs";
import { Icon } from "./Icon";

afterEach(cleanup);

test("an icon beside a word is silent", () => {
  const { container } = render(<Icon name="phone" />);
  expect(container.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
  expect(screen.queryByRole("img")).toBeNull();
});

test("an icon that stands alone speaks its title", () => {
  render(<Icon name="close" title="Close" />);
  const icon = screen.getByRole("img", { name: "Close" });
  expect(icon.hasAttribute("aria-hidden")).toBe(false);
});

test.each(Object.keys(glyphs) as IconName[])("%s is drawn with every part it has", (name) => {
  const { container } = render(<Icon name={name} />);
  const drawn = [...container.querySelectorAll("path")].map((path) => path.getAttribute("d"));
  const { line, solid } = glyphs[name];
  expect(drawn).toEqual([solid, line].filter(Boolean));
  expect(drawn).not.toEqual([]);
});
