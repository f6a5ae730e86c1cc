import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sampleClinic } from "../fixtures/samples";
import { REASSURING, shippedUrgent } from "../fixtures/urgent-rows";
import type { Urgency } from "../generated/Urgency";
import type { UrgentRow } from "../generated/UrgentRow";
import { asQuestion, headlineOf, mostUrgentFirst, planFor, sentencesOf, URGENCIES } from "./triage";
import { UrgentCheck } from "./UrgentCheck";

vi.mock("../lib/time/server-time", () => ({ serverTimeOffset: async () => 0 }));

const OPEN = new Date("2026-11-02T10:00:00+01:00");
const CLOSED = new Date("2026-11-01T10:00:00+01:00");
const rows = mostUrgentFirst(shippedUrgent.rows);

const articles = {
  "first-aid-for-the-eye": { href: "/articles/first-aid-for-the-eye", title: "First aid" },
};

/** Reading aloud that began on one screen and would go on with its text on the next. */
function Listening() {
  const [isReading, setIsReading] = useState(false);
  return (
    <button type="button" onClick={() => setIsReading(true)}>
      {isReading ? "Reading" : "Listen"}
    </button>
  );
}

const page = (clinic = sampleClinic) => (
  <UrgentCheck
    heading="Is it urgent?"
    intro="Answer short questions."
    urgent={shippedUrgent}
    clinic={clinic}
    hospitals={<p>The eye hospitals</p>}
    articles={articles}
    listen={<Listening />}
  />
);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("scrollTo", () => {});
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/urgent");
});

const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
/** Hundreds of times, and a search by role or text takes most of the time of a press. */
function pressNo(): void {
  const buttons = [...document.querySelectorAll(".answers button")];
  const no = buttons.find(({ textContent }) => textContent === "No");
  if (!no) throw new Error("there is no question");
  fireEvent.click(no);
}

function expectStraightToHospital(): void {
  expect(screen.getByText(shippedUrgent.always)).toBeTruthy();
}

/** Answers no until this question is asked. */
async function goTo(index: number, time: Date, clinic = sampleClinic): Promise<void> {
  vi.setSystemTime(time);
  await act(async () => void render(page(clinic)));
  fireEvent.click(screen.getByRole("link", { name: "Start the questions" }));
  for (let asked = 0; asked < index; asked += 1) pressNo();
}

for (const time of [OPEN, CLOSED]) {
  for (const answer of ["Yes", "Not sure"]) {
    test(`every row answered with ${answer} leads to its advice, with the way out on every screen (${time === OPEN ? "open" : "closed"})`, async () => {
      for (const [index, row] of rows.entries()) {
        vi.setSystemTime(time);
        await act(async () => void render(page()));
        expectStraightToHospital();
        fireEvent.click(screen.getByRole("link", { name: "Start the questions" }));
        // Each question before this one was looked at when its own row was answered.
        for (let asked = 0; asked < index; asked += 1) pressNo();
        expectStraightToHospital();
        expect(heading()).toBe(asQuestion(row.symptom));
        await act(async () => press(answer));
        expect(heading()).toBe(headlineOf(planFor(row, time === OPEN)));
        expectStraightToHospital();
        const text = document.body.textContent ?? "";
        expect(text).not.toMatch(REASSURING);
        for (const sentence of sentencesOf(row.before)) expect(text).toContain(sentence);
        const offersChat = screen.queryAllByRole("link", { name: /WhatsApp|Choose a time|Call/ });
        const isHospital = row.urgency === "now" || (row.urgency === "24h" && time === CLOSED);
        expect(offersChat.length === 0, row.id).toBe(isHospital);
        const showsEyeHospitals = row.go === "eye";
        expect(screen.queryByText("The eye hospitals") !== null, row.id).toBe(showsEyeHospitals);
        cleanup();
        history.replaceState(null, "", "/urgent");
      }
    });
  }
}

test("whoever answers no to everything reads when to come sooner", async () => {
  await goTo(rows.length, OPEN);
  expect(heading()).toBe("Book a visit");
  expect(screen.getByText(`Come sooner if ${shippedUrgent.sooner}.`)).toBeTruthy();
  expectStraightToHospital();
  expect(document.body.textContent).not.toMatch(REASSURING);
});

test("when the clinic closes while the page is open, the hospital replaces it", async () => {
  const index = rows.findIndex(({ id }) => id === "white-pupil");
  await goTo(index, new Date("2026-11-02T17:59:50+01:00"));
  await act(async () => press("Yes"));
  expect(heading()).toBe("Come to the clinic today");
  expect(screen.getByText(/We are open until 6:00 PM/)).toBeTruthy();
  act(() => void vi.advanceTimersByTime(20_000));
  expect(heading()).toBe("Go to a hospital with an eye department within 24 hours");
  expect(screen.queryByRole("link", { name: /WhatsApp|Call/ })).toBeNull();
});

test("on a day with a closure the hospital is named", async () => {
  const closures = [
    {
      days: "2 November 2026",
      from: "2026-11-02",
      until: "2026-11-02",
      times: "Closed",
      reason: "Holiday",
      open: [],
    },
  ];
  await goTo(
    rows.findIndex(({ id }) => id === "white-pupil"),
    OPEN,
    { ...sampleClinic, closures },
  );
  await act(async () => press("Not sure"));
  expect(heading()).toBe("Go to a hospital with an eye department within 24 hours");
});

test("WhatsApp carries the answer only if the visitor ticks it", async () => {
  await goTo(
    rows.findIndex(({ id }) => id === "growth"),
    OPEN,
  );
  await act(async () => press("Yes"));
  const message = () => {
    const { href } = screen.getByRole<HTMLAnchorElement>("link", { name: "Chat on WhatsApp" });
    return new URL(href).searchParams.get("text");
  };
  expect(message()).toBe("Hello");
  fireEvent.click(screen.getByRole("checkbox"));
  expect(message()).toContain("a growth on the eye");
  fireEvent.click(screen.getByRole("checkbox"));
  expect(message()).toBe("Hello");
});

test("the summary names the problem, the answer and when it was given", async () => {
  await goTo(0, OPEN);
  await act(async () => press("Not sure"));
  const summary = within(screen.getByRole("region", { name: "Show this at the hospital" }));
  expect(summary.getByText("Not sure")).toBeTruthy();
  expect(summary.getByText("2 November 2026, 10:00 AM")).toBeTruthy();
  act(() => void vi.advanceTimersByTime(120_000));
  expect(summary.getByText("2 November 2026, 10:00 AM")).toBeTruthy();
});

test("nothing is stored or sent", async () => {
  const send = vi.fn();
  vi.stubGlobal("fetch", send);
  const store = vi.spyOn(Storage.prototype, "setItem");
  await goTo(3, OPEN);
  await act(async () => press("Yes"));
  expect(send).not.toHaveBeenCalled();
  expect(store).not.toHaveBeenCalled();
  expect(JSON.stringify(history.state)).toBe('{"step":5}');
  expect(location.pathname + location.search + location.hash).toBe("/urgent");
  store.mockRestore();
});

test("a result links to the article about it", async () => {
  await goTo(0, OPEN);
  await act(async () => press("Yes"));
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "First aid" });
  expect(link.pathname).toBe("/articles/first-aid-for-the-eye");
  cleanup();
  history.replaceState(null, "", "/urgent");
  await goTo(
    rows.findIndex(({ article }) => article === undefined),
    OPEN,
  );
  await act(async () => press("Yes"));
  expect(screen.queryByRole("link", { name: "First aid" })).toBeNull();
});

test("every screen can be read aloud, and reading ends with the screen", async () => {
  await goTo(0, OPEN);
  for (const answer of ["No", "No", "Yes"]) {
    press("Listen");
    expect(screen.getByRole("button", { name: "Reading" })).toBeTruthy();
    await act(async () => press(answer));
    expect(screen.queryByRole("button", { name: "Reading" })).toBeNull();
  }
  press("Listen");
});

test("of every two rows on the list without JavaScript, the first is below the more urgent heading", () => {
  const list = document.createElement("div");
  list.append(document.createRange().createContextualFragment(renderToString(page())));
  const shown = [...list.querySelectorAll("#list h3")].map((item) => ({
    symptom: item.textContent?.toLowerCase(),
    urgency: item.closest("section")?.querySelector("h2")?.id as Urgency,
  }));
  const place = (row: UrgentRow) =>
    shown.findIndex(({ symptom }) => symptom === row.symptom.toLowerCase());
  const rank = (urgency: Urgency | undefined) => URGENCIES.indexOf(urgency as Urgency);
  for (const first of rows) {
    for (const second of rows) {
      const found = shown[Math.min(place(first), place(second))];
      const mostUrgent = Math.min(rank(first.urgency), rank(second.urgency));
      expect(rank(found?.urgency), `${first.id}, ${second.id}`).toBe(mostUrgent);
    }
  }
  expect(list.textContent).not.toMatch(REASSURING);
});

test("without JavaScript every row is in the list, most urgent first, below the way out", () => {
  const html = renderToString(page()).replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
  const positions = rows.map(({ symptom }) => html.indexOf(symptom.slice(1)));
  expect(positions.every((position) => position > 0)).toBe(true);
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
  expect(html.indexOf(shippedUrgent.always)).toBeGreaterThan(0);
  expect(html.indexOf(shippedUrgent.always)).toBeLessThan(positions[0] ?? 0);
  expect(html).not.toMatch(REASSURING);
});
