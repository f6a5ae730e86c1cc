import { expect, test } from "vitest";
import { moveCursor } from "./move-cursor";

/** The bar is the cursor. */
function moved(before: string, after: string): string {
  const position = moveCursor(before.replace("|", ""), after, before.indexOf("|"));
  return `${after.slice(0, position)}|${after.slice(position)}`;
}

test("the cursor stays beside the same words when others appear before or after them", () => {
  expect(moved("Mine|. Last.", "Mine. More. Last.")).toBe("Mine|. More. Last.");
  expect(moved("First. Mine|.", "First. More. Mine.")).toBe("First. More. Mine|.");
  expect(moved("First. More. Mine|.", "First. Mine.")).toBe("First. Mine|.");
  expect(moved("One|", "One")).toBe("One|");
});

test("a cursor in words that are gone goes to where they were", () => {
  expect(moved("First. Go|ne. Last.", "First. Last.")).toBe("First. |Last.");
});
