import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ThemeSwitch } from "./ThemeSwitch";

const root = document.documentElement;

afterEach(() => {
  cleanup();
  localStorage.clear();
  delete root.dataset.theme;
});

test("a chosen theme is applied and saved", () => {
  render(<ThemeSwitch />);
  fireEvent.click(screen.getByRole("radio", { name: "Dark" }));
  expect(root.dataset.theme).toBe("dark");
  expect(localStorage.getItem("theme")).toBe("dark");
});

test("choosing the device's theme removes the saved one", () => {
  localStorage.setItem("theme", "dark");
  root.dataset.theme = "dark";
  render(<ThemeSwitch />);
  expect((screen.getByRole("radio", { name: "Dark" }) as HTMLInputElement).checked).toBe(true);
  fireEvent.click(screen.getByRole("radio", { name: "Same as device" }));
  expect(root.dataset.theme).toBeUndefined();
  expect(localStorage.getItem("theme")).toBeNull();
});

test("the theme changes even if storage is blocked", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  render(<ThemeSwitch />);
  fireEvent.click(screen.getByRole("radio", { name: "Light" }));
  expect(root.dataset.theme).toBe("light");
});
