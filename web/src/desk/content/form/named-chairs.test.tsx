import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { definitions } from "../../../generated/definitions";
import {
  bodiesOf,
  contentList,
  json,
  openDesk,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { owner } from "../../testing/samples";

setUpDesk();

const SAVE = "PUT content/clinic.toml";
const TEXT = `[booking]
confirm = "by staff"
start_every = 30

[[booking.services]]
service = "eye-exams"

[[booking.services]]
service = "frames"

[[booking.named_chairs]]
name = "Dr. Amadi"
number = 1

[booking.named_chairs.hours]
tuesday = "closed"
`;

beforeEach(() => {
  localStorage.clear();
  const shown = { state: "published", version: "one", published: null, tree: null, problems: [] };
  respond({
    ...contentList({
      readOnlyReason: null,
      documents: [],
      problems: [],
      revision: 1,
      placeholders: [],
    }),
    "GET content/clinic.toml": json({
      ...shown,
      isOutdated: false,
      savedBy: null,
      savedAt: null,
      path: "clinic.toml",
      kind: "clinic",
      text: TEXT,
      definition: definitions["clinic.toml"],
    }),
    [SAVE]: json({ version: "two", problems: [] }),
  });
});

const lastText = () => (bodiesOf(SAVE).at(-1) as { text: string } | undefined)?.text ?? "";

test("the services and the hours of a chair are chosen in the form, and a day without hours is as the clinic", async () => {
  await openDesk(owner, "/desk/content/clinic/booking");
  fireEvent.click(await screen.findByText("Chair 1: Dr. Amadi"));
  const services = within(await screen.findByRole("group", { name: /^Services that it takes/ }));
  expect(services.getAllByRole("checkbox")).toHaveLength(2);
  fireEvent.click(services.getByRole("checkbox", { name: "frames" }));
  await waitFor(() => expect(lastText()).toContain('services = [\n  "frames",\n]'));
  fireEvent.click(services.getByRole("checkbox", { name: "frames" }));
  await waitFor(() => expect(lastText()).toBe(TEXT));

  const monday = within(screen.getByRole("group", { name: "Monday" }));
  const asClinic = monday.getByRole<HTMLInputElement>("checkbox", { name: "As the clinic" });
  expect(asClinic.checked).toBe(true);
  expect(monday.queryByLabelText("Opens")).toBeNull();
  fireEvent.click(asClinic);
  await waitFor(() =>
    expect(lastText()).toContain('[booking.named_chairs.hours]\nmonday = "08:00-18:00"\n'),
  );
  fireEvent.click(asClinic);
  await waitFor(() => expect(lastText()).toBe(TEXT));
  const tuesday = within(screen.getByRole("group", { name: "Tuesday" }));
  expect(tuesday.getByRole<HTMLInputElement>("checkbox", { name: "Closed" }).checked).toBe(true);
});
