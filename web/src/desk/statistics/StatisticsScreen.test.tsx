import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { RecallStatistics } from "../../generated/RecallStatistics";
import type { Statistics } from "../../generated/Statistics";
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

beforeEach(() => {
  vi.stubGlobal("fetch", async (path: string) => {
    requests.push(path);
    if (path.endsWith("/health")) return Response.json({ now: "2026-11-16T09:00:00Z", checks: [] });
    if (path.endsWith("/record-limits")) return Response.json({ notices: [] });
    if (path.includes("recalls/statistics")) return Response.json(recalls);
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
