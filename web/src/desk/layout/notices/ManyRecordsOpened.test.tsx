import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  bodiesOf,
  json,
  noContent,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { owner, receptionist } from "../../testing/samples";

setUpDesk();

const HEADING = "Many patients' records were opened";
const hour = { name: "ngozi", at: "2026-11-16T09:40:00Z", limit: "30 in a day", times: 2 };
const day = { name: "ngozi", at: "2026-11-16T13:00:00Z", limit: "120 in a day", times: 1 };

test("owners are told who reached a limit, until they dismiss it", async () => {
  respond({
    "GET record-limits": json({ notices: [day, hour] }),
    "POST record-limits/dismiss": () => {
      respond({ "GET record-limits": json({ notices: [] }) });
      return noContent();
    },
  });
  await openDesk(owner);
  expect(await screen.findByText(HEADING)).toBeTruthy();
  expect(screen.getByText(/^ngozi has reached the limit of 120 records a day/)).toBeTruthy();
  expect(screen.getByText(/^ngozi has opened 30 records in a day/)).toBeTruthy();
  await press("Dismiss");
  await waitFor(() => expect(screen.queryByText(HEADING)).toBeNull());
  expect(bodiesOf("POST record-limits/dismiss")).toEqual([{ until: day.at }]);
});

test("others do not ask for it", async () => {
  await openDesk(receptionist);
  expect(requests).not.toContain("GET record-limits");
});
