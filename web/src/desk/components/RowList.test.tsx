import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { RowList } from "./RowList";

const list = (rows: readonly string[], pressed: string | null, result: string | null) => (
  <RowList rows={rows} idOf={(row) => row} pressed={pressed} result={result} none="Nobody.">
    {(row) => <li>{row}</li>}
  </RowList>
);
const shown = (element: HTMLElement) =>
  [...element.querySelectorAll("li")].map(({ textContent }) => textContent);

test("the result stands below the row that was pressed", () => {
  const { container } = render(list(["Ada", "Bisi", "Chidi"], "Bisi", "Failed."));
  expect(shown(container)).toEqual(["Ada", "Bisi", "Failed.", "Chidi"]);
});

test("when the row has left the list, the result stands where it was", () => {
  const { container, rerender } = render(list(["Ada", "Bisi", "Chidi"], "Bisi", null));
  rerender(list(["Ada", "Chidi"], "Bisi", "Told."));
  expect(shown(container)).toEqual(["Ada", "Told.", "Chidi"]);
});

test("the result of the last row stands at the end, also when two rows are gone", () => {
  const { container, rerender } = render(list(["Ada", "Bisi", "Chidi"], "Chidi", null));
  rerender(list(["Ada"], "Chidi", "Told."));
  expect(shown(container)).toEqual(["Ada", "Told."]);
});

test("the result stays when the list becomes empty", () => {
  const { container, rerender } = render(list(["Ada"], "Ada", null));
  rerender(list([], "Ada", "Told."));
  expect(container.textContent).toBe("Nobody.Told.");
});

test("a long list is folded until somebody asks for all", () => {
  const rows = ["Ada", "Bisi", "Chidi", "Dayo"];
  const { container } = render(
    <RowList rows={rows} idOf={(row) => row} pressed={null} result={null} none="" isFoldedOnPhones>
      {(row) => <li>{row}</li>}
    </RowList>,
  );
  expect(container.querySelector("ul")?.className).toContain("folded");
  fireEvent.click(screen.getByRole("button", { name: "Show all 4" }));
  expect(container.querySelector("ul")?.className).not.toContain("folded");
  expect(screen.queryByRole("button")).toBeNull();
});
