import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Field, TextArea } from "./Field";

afterEach(cleanup);

const description = (input: HTMLElement) =>
  (input.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent?.trim())
    .join(" | ");

test("hint and error describe the input", () => {
  render(<Field label="Your email" hint="Only for the code." error="Please add an @." />);
  const input = screen.getByLabelText("Your email");
  expect(description(input)).toBe("Only for the code. | Please add an @.");
  expect(input.getAttribute("aria-invalid")).toBe("true");
});

test("a field without an error is not marked as invalid", () => {
  render(<Field label="Name" />);
  const input = screen.getByLabelText("Name");
  expect(input.hasAttribute("aria-invalid")).toBe(false);
  expect(input.hasAttribute("aria-describedby")).toBe(false);
});

test("a field with several lines is labelled and described in the same way", () => {
  render(<TextArea label="A note" hint="Optional" error="Please shorten the note." />);
  const area = screen.getByLabelText("A note");
  expect(area.tagName).toBe("TEXTAREA");
  expect(description(area)).toBe("Optional | Please shorten the note.");
  expect(area.getAttribute("aria-invalid")).toBe("true");
});
