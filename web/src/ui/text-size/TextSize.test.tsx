import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { TextSize } from "./TextSize";

afterEach(cleanup);

test("a chosen size is applied and saved; choosing normal removes it", () => {
  render(<TextSize />);
  fireEvent.click(screen.getByRole("radio", { name: "Largest" }));
  expect(document.documentElement.dataset.text).toBe("largest");
  expect(localStorage.getItem("text")).toBe("largest");

  fireEvent.click(screen.getByRole("radio", { name: "Normal" }));
  expect(document.documentElement.dataset.text).toBeUndefined();
  expect(localStorage.getItem("text")).toBeNull();
});
