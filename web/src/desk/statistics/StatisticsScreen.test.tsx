import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { RecallStatistics } from "../../generated/RecallStatistics";
import type { Statistics } from "../../generated/Statistics";
import type { VisitNumbers } from "../../generated/VisitNumbers";
import type { VisitStatistics } from "../../generated/VisitStatistics";
import { openDesk, requests, setUpDesk } from "../testing/desk-harness";
import { owner } from "../testing/samples";

setUpDesk();

const counts = { started: 0, finished: 0, perfect: 0, claimed: 0, redeemed: 0 };
const statistics: Statistics = {
  from: "2026-10-19",
  to: "2026-11-15",
  days: [],
  totals: counts,
  levels: [],
};

const recalls: RecallStatistics = {
  agreed: 12,
  asked: 8,
  cameBack: 5,
  declined: 1,
  noAnswer: 1,
};

const noVisits: VisitNumbers = {
  booked: 0,
  came: 0,
  missed: 0,
  cancelled: 0,
  returning: 0,
  reminded: 0,
  missedReminded: 0,
  ahead: 0,
  waitingDays: 0,
};
const monday = {
  ...noVisits,
  booked: 3,
  came: 2,
  missed: 1,
  returning: 1,
  ahead: 2,
  waitingDays: 9,
};
const totals: VisitNumbers = {
  ...monday,
  booked: 10,
  came: 5,
  missed: 3,
  cancelled: 1,
  reminded: 6,
  missedReminded: 1,
};
const visits: VisitStatistics = {
  from: "2026-10-19",
  to: "2026-11-15",
  totals,
  days: [
    { ...monday, day: "2026-11-09" },
    { ...monday, day: "2026-11-10" },
  ],
  services: [{ ...totals, service: "eye-exams", title: "Eye exams" }],
  sources: [{ ...noVisits, source: "walk-in" }],
};

beforeEach(() => {
  vi.stubGlobal("fetch", async (path: string) => {
    requests.push(path);
    if (path.endsWith("/health")) return Response.json({ now: "2026-11-16T09:00:00Z", checks: [] });
    if (path.endsWith("/record-limits")) return Response.json({ notices: [] });
    if (path.includes("recalls/statistics")) return Response.json(recalls);
    if (path.includes("appointments/statistics")) return Response.json(visits);
    return Response.json(path.endsWith("/me") ? owner : statistics);
  });
});

const statisticsRequests = () => requests.filter((path) => path.includes("stats?"));

test("an unfinished year sends no request and shows no error while it is typed", async () => {
  await openDesk(owner, "/desk/statistics");
  await screen.findByText("Over time");
  expect(statisticsRequests()).toHaveLength(1);
  const from = screen.getByLabelText<HTMLInputElement>("From");
  for (const value of ["0002-11-01", "0020-11-01", "0202-11-01"]) {
    fireEvent.change(from, { target: { value } });
    expect(from.value).toBe(value);
  }
  expect(statisticsRequests()).toHaveLength(1);
  expect(screen.queryByText(/Enter a day/)).toBeNull();
  fireEvent.change(from, { target: { value: "2026-11-01" } });
  await waitFor(() => expect(statisticsRequests()).toHaveLength(2));
  expect(statisticsRequests().at(-1)).toContain("from=2026-11-01");
});

test.each([
  ["0002-11-01", "Enter a day after 2000."],
  ["", "Enter both days."],
  ["2999-01-01", "The first day must not be after the last."],
])("leaving the field with %j says what to do", async (value, message) => {
  await openDesk(owner, "/desk/statistics");
  await screen.findByText("Over time");
  const from = screen.getByLabelText("From");
  fireEvent.change(from, { target: { value } });
  fireEvent.blur(from);
  expect(screen.getByText(message)).toBeTruthy();
  expect(statisticsRequests()).toHaveLength(1);
});

test("the owner sees how many patients came back", async () => {
  await openDesk(owner, "/desk/statistics");
  const row = await screen.findByRole("row", { name: /Came back/ });
  expect(row.textContent).toBe("Came back563%");
  expect(requests.some((path) => path.includes("recalls/statistics?from="))).toBe(true);
});

test("the owner sees what became of the visits, as pictures and as tables, and downloads them", async () => {
  await openDesk(owner, "/desk/statistics");
  const region = within(await screen.findByRole("region", { name: "Visits in figures" }));
  const text = async (name: RegExp) => (await region.findByRole("row", { name })).textContent;
  expect(await text(/^Came, of those booked/)).toBe("Came, of those booked550%");
  expect(await text(/^Still to come/)).toBe("Still to come or not marked, of those booked110%");
  expect(await text(/^New patients/)).toBe("New patients, of those who came480%");
  // Two of the two who were not reminded, one of the six who were.
  expect(await text(/^Not reminded/)).toBe("Not reminded (2 expected)2100%");
  expect(await text(/^Reminded/)).toBe("Reminded (6 expected)117%");
  expect(await text(/^Eye exams/)).toBe("Eye exams10531414.5");
  expect(await text(/^Walked in/)).toBe("Walked in000000–");
  expect(region.getByRole("img", { name: /^Missed by week, 3 in total/ })).toBeTruthy();
  // Both days are in one week.
  expect(await text(/^9 November 2026/)).toBe("9 November 20266420224.5");
  const link = region.getByRole("link", { name: "Download the visits as CSV" });
  expect(link.getAttribute("href")).toMatch(/appointments\/statistics\.csv\?from=.+&to=/);
});
