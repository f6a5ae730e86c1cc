import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Icon } from "./Icon";
import { type IconName, iconPaths } from "./icon-paths";

afterEach(cleanup);

test("an icon without a title is hidden from screen readers", () => {
  const { container } = render(<Icon name="phone" />);
  expect(container.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
  expect(screen.queryByRole("img")).toBeNull();
});

test("an icon with a title is an image with that name", () => {
  render(<Icon name="close" title="Close" />);
  const icon = screen.getByRole("img", { name: "Close" });
  expect(icon.hasAttribute("aria-hidden")).toBe(false);
});

test.each(Object.keys(iconPaths) as IconName[])("%s is drawn with all its paths", (name) => {
  const { container } = render(<Icon name={name} />);
  const drawn = [...container.querySelectorAll("path")].map((path) => path.getAttribute("d"));
  const { line, solid } = iconPaths[name];
  expect(drawn).toEqual([solid, line].filter(Boolean));
  expect(drawn).not.toEqual([]);
});
