import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Field } from "./Field";

afterEach(cleanup);

const description = (input: HTMLElement) =>
  (input.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent?.trim())
    .join(" | ");

test("help and error are read out with the box", () => {
  render(<Field label="Your e-mail" hint="Only for the code." error="Please add an @." />);
  const input = screen.getByLabelText("Your e-mail");
  expect(description(input)).toBe("Only for the code. | Please add an @.");
  expect(input.getAttribute("aria-invalid")).toBe("true");
});

test("a field without a mistake is not called invalid", () => {
  render(<Field label="Name" />);
  const input = screen.getByLabelText("Name");
  expect(input.hasAttribute("aria-invalid")).toBe(false);
  expect(input.hasAttribute("aria-describedby")).toBe(false);
});
