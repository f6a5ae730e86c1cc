import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Prose } from "./Prose";
import { examples } from "./Prose.examples";

afterEach(cleanup);

test("each kind of block becomes the element a reader's tools expect", () => {
  const { container } = render(examples[0]?.render());
  expect(screen.getByRole("heading", { level: 2 }).id).toBe("a-heading");
  expect(screen.getByRole("heading", { level: 3 }).id).toBe("a-smaller-heading");
  expect(screen.getAllByRole("list")).toHaveLength(2);
  expect(screen.getByRole("link", { name: "the screening" }).getAttribute("href")).toBe(
    "/services",
  );
  expect(container.querySelector("blockquote p")?.textContent).toBe("Come before it hurts.");
  expect(screen.getByRole("img", { name: "Trial lenses over the letter E" })).toBeDefined();
});

test("markup in a text is shown as text", () => {
  const markup = "<img src=x onerror=alert(1)>";
  const { container } = render(
    <Prose blocks={[{ type: "paragraph", content: [{ type: "text", text: markup }] }]} />,
  );
  expect(container.querySelector("img")).toBeNull();
  expect(container.textContent).toBe(markup);
});

test("without blocks nothing is rendered", () => {
  const { container } = render(<Prose blocks={[]} />);
  expect(container.innerHTML).toBe("");
});
