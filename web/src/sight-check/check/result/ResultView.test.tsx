import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Clinic } from "../../../generated/Clinic";
import type { EyeOutcome } from "../../result/advice";
import { newCheck } from "../check-state";
import { ResultView } from "./ResultView";

const clinic = {
  phone: { display: "+234 800 000 0000", href: "tel:+2348000000000" },
  booksOnline: true,
} as Clinic;

const estimate = (size: number, half = 0.1): EyeOutcome => ({
  kind: "estimate",
  size,
  lower: size - half,
  upper: size + half,
  orBetter: false,
});

function show(right: EyeOutcome | null, left: EyeOutcome | null, near: EyeOutcome | null = null) {
  const outcomes = { right, left, near };
  const check = { ...newCheck, screen: { kind: "result" } as const, outcomes };
  render(
    <ResultView
      check={check}
      dispatch={() => {}}
      headingRef={null}
      headline="A self-check, not an eye test."
      clinic={clinic}
    />,
  );
  return document.body.textContent ?? "";
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const bookingLink = () => screen.queryByRole("link", { name: "Book an eye examination" });

test("sharp sight says what the check does not see", () => {
  show(estimate(0), estimate(0.05));
  expect(heading()).toMatch(/^No sign of reduced sharpness today\. Glaucoma and diabetes/);
});

test.each<[string, EyeOutcome | null]>([
  ["unreliable", { kind: "unreliable" }],
  ["not finished", null],
  ["not seen", { kind: "largestNotSeen" }],
])("an eye that is %s gets no number", (_, outcome) => {
  show(outcome, outcome);
  const values = screen.getAllByRole("heading", { level: 2 }).slice(0, 2);
  for (const eye of values) expect(eye.parentElement?.textContent).not.toMatch(/6\/\d/);
});

test("whoever does not see the largest letter calls, and is not offered a booking", () => {
  show({ kind: "largestNotSeen" }, estimate(0));
  expect(heading()).toBe("Please call us today.");
  expect(bookingLink()).toBeNull();
  expect(screen.getByRole("link", { name: /^Call/ }).getAttribute("href")).toMatch(/^tel:/);
});

test("the result is in the booking only after it was ticked, and the link stays inside the app", () => {
  show(estimate(0.3), estimate(0.2));
  expect(bookingLink()?.getAttribute("href")).toBe("/book");
  fireEvent.click(screen.getByRole("checkbox", { name: /Write my result/ }));
  const href = bookingLink()?.getAttribute("href") ?? "";
  expect(href).not.toContain(".");
  expect(decodeURIComponent(href)).toBe(
    "/book#note=Sight self-check: right 6/12 (6/9.5–6/15), left 6/9.5 (6/7.5–6/12)",
  );
});

test("a check that was ended at once has nothing to write, share or print", () => {
  show(null, null);
  expect(heading()).toBe("The check is not finished. Please repeat it.");
  expect(screen.queryByRole("checkbox")).toBeNull();
  const buttons = screen.getAllByRole("button").map(({ textContent }) => textContent);
  expect(buttons).toEqual(["Repeat the check"]);
  cleanup();
  show(estimate(0), null);
  expect(screen.getByRole("checkbox")).toBeTruthy();
});

test("the box is before the link that it changes", () => {
  show(estimate(0.3), estimate(0.2));
  const box = screen.getByRole("checkbox");
  expect(box.compareDocumentPosition(bookingLink() as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("an eye that does not see is no emergency, and the other one is not called well", () => {
  const text = show({ kind: "noSight" }, estimate(-0.1));
  expect(heading()).toBe("Please book an eye examination.");
  expect(text).toContain("have it examined every year");
  expect(screen.getByRole("link", { name: /where to go/ }).getAttribute("href")).toBe("/urgent");
});

test("near sight is shown in print sizes and decides too", () => {
  expect(show(estimate(0), estimate(0), estimate(0.4))).toContain("N10 (N8–N12)");
  expect(heading()).toBe("Please book an eye examination soon.");
});

test("sharing passes on the words of the result and what it is not", async () => {
  const share = vi.fn(async (_: ShareData) => {});
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { share }));
  show(estimate(0.3), estimate(0.3));
  fireEvent.click(screen.getByRole("button", { name: "Share" }));
  expect(share).toHaveBeenCalledTimes(1);
  expect(share.mock.calls[0]?.[0].text).toMatch(/^Sight self-check: right 6\/12 .*not an eye test/);
});
