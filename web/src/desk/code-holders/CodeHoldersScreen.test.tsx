import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { pressInVain } from "../../fixtures/press";
import type { CodeHolder } from "../../generated/CodeHolder";
import type { StoredPerson } from "../../generated/StoredPerson";
import {
  bodiesOf,
  dialog,
  errorResponse,
  findDialog,
  hold,
  json,
  noContent,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { owner, person } from "../testing/samples";

setUpDesk();

const LIST = "POST people/find";

const listOf = (...people: CodeHolder[]) => json({ people, more: false });

/** Opens the screen with one person. */
async function openPeople() {
  respond({ [LIST]: listOf(person) });
  await openDesk(owner, "/desk/people");
  await screen.findByText("1 person.");
}

test("cancelling a code reloads the list", async () => {
  await openPeople();
  expect(screen.getByText("Valid")).toBeTruthy();
  expect(screen.getByText("Email failed")).toBeTruthy();
  respond({
    "POST people/cancel": json({ ...person, state: "cancelled" }),
    [LIST]: listOf({ ...person, state: "cancelled" }),
  });
  await press("Cancel code");
  await press("Cancel this code", dialog("Cancel this code?"));
  expect(await screen.findByText("Cancelled")).toBeTruthy();
});

test("an owner corrects a mistyped address, and the email is sent there", async () => {
  const CORRECT = "POST addresses/correct";
  await openPeople();
  respond({ [CORRECT]: json(person) });
  await press("Correct address");
  const field = dialog("Correct the email address").getByLabelText("New email address");
  await userEvent.type(field, " winner@example.org {Enter}");
  expect(await screen.findByText(/The address has been corrected\./)).toBeTruthy();
  expect(bodiesOf(CORRECT)).toEqual([{ code: person.code, address: "winner@example.org" }]);
});

test("the late answer to a correction does not close the same dialog, opened again", async () => {
  await openPeople();
  const late = hold(json(person));
  respond({ "POST addresses/correct": late.response });
  await press("Correct address");
  const correction = dialog("Correct the email address");
  const field = correction.getByLabelText<HTMLInputElement>("New email address");
  await userEvent.type(field, "winner@example.org{Enter}");
  await userEvent.click(correction.getByRole("button", { name: "Cancel" }));
  await press("Correct address");
  await userEvent.type(field, "ada@example.org");
  late.answer();
  expect(await screen.findByText(/The address has been corrected\./)).toBeTruthy();
  expect(field.closest("dialog")?.open).toBe(true);
  expect(field.value).toBe("ada@example.org");
});

test("Enter in the number of days extends the code", async () => {
  const EXTEND = "POST people/extend";
  await openPeople();
  respond({ [EXTEND]: json(person) });
  await press("Extend");
  const days = dialog("Extend this code").getByLabelText("Days to add");
  await userEvent.clear(days);
  await userEvent.type(days, "0{Enter}");
  expect(requests).not.toContain(EXTEND);
  await userEvent.clear(days);
  await userEvent.type(days, "7{Enter}");
  expect(await screen.findByText("Extended by 7 days.")).toBeTruthy();
});

test("an extension by one day is reported in the singular", async () => {
  await openPeople();
  respond({ "POST people/extend": json(person) });
  await press("Extend");
  const days = dialog("Extend this code").getByLabelText("Days to add");
  await userEvent.clear(days);
  await userEvent.type(days, "1{Enter}");
  expect(await screen.findByText("Extended by 1 day.")).toBeTruthy();
});

const STORED = "POST people/stored";
const holder: StoredPerson = {
  name: null,
  phones: [],
  emails: ["winner@example.org"],
  codes: ["EYE5-ABCD-1234"],
  brings: [],
  appointments: 0,
  visitsToCome: [],
  recalls: 0,
};
const patient = (name: string): StoredPerson => ({
  ...holder,
  name,
  phones: ["+2348031234567"],
  emails: [],
  codes: [],
  appointments: 2,
  visitsToCome: ["2026-11-20T09:00:00Z"],
});

test("what is stored about the holder of a code is shown and erased, and the heading has focus", async () => {
  await openPeople();
  respond({
    [STORED]: json({ people: [holder] }),
    "POST people/erase": noContent,
    [LIST]: listOf(),
  });
  await press("Stored data");
  expect(await screen.findByText("winner@example.org · EYE5-ABCD-1234")).toBeTruthy();
  await press("Erase permanently", dialog("Stored data"));
  expect(await screen.findByText("No codes yet.")).toBeTruthy();
  expect(screen.getByText("The data has been erased.")).toBeTruthy();
  expect(bodiesOf(STORED)).toEqual([{ query: "EYE5-ABCD-1234" }]);
  expect(bodiesOf("POST people/erase")).toEqual([
    { query: "EYE5-ABCD-1234", names: [], codes: true },
  ]);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })),
  );
});

test("a patient without a code is found by phone number, and people with one phone are chosen one by one", async () => {
  await openPeople();
  respond({
    [STORED]: json({ people: [patient("Ada Obi"), patient("Ngozi Obi")] }),
    "POST people/erase": noContent,
  });
  await userEvent.type(screen.getByLabelText("Whole phone number or email address"), "08031234567");
  await press("Show stored data");
  const opened = await findDialog("Stored data");
  const ada = await opened.findByRole("checkbox", { name: /Ada Obi.*appointments: 2.*next visit/ });
  expect((ada as HTMLInputElement).checked).toBe(false);
  pressInVain(opened.getByRole("button", { name: "Erase permanently" }));
  expect(bodiesOf("POST people/erase")).toEqual([]);
  await userEvent.click(ada);
  await press("Erase permanently", opened);
  expect(await screen.findByText("The data has been erased.")).toBeTruthy();
  expect(bodiesOf("POST people/erase")).toEqual([
    { query: "08031234567", names: ["Ada Obi"], codes: false },
  ]);
});

test("everything stored about a person is saved as a file", async () => {
  const data = { "discount codes": [{ address: "winner@example.org" }] };
  await openPeople();
  respond({
    [STORED]: json({ people: [holder] }),
    "POST people/export": () => Response.json(data),
  });
  const createObjectURL = vi.spyOn(URL, "createObjectURL");
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  await press("Stored data");
  await press("Download data");
  expect(await screen.findByText(/The file contains everything/)).toBeTruthy();
  const blob = createObjectURL.mock.calls[0]?.[0] as Blob;
  expect(JSON.parse(await blob.text())).toEqual(data);
  expect(click.mock.contexts[0]).toMatchObject({ download: "stored-data.json" });
  vi.restoreAllMocks();
});

test("a rejected action shows the server's message", async () => {
  await openPeople();
  respond({
    "POST people/resend": () => errorResponse(429, "too_many_attempts", "Wait 5 minutes."),
  });
  await press("Send email again");
  expect((await screen.findByRole("alert")).textContent).toBe("Wait 5 minutes.");
});

test("a list that cannot be refreshed stays visible under the error", async () => {
  await openPeople();
  respond({ [LIST]: () => new Response("", { status: 502 }) });
  await press("Find");
  expect((await screen.findByRole("alert")).textContent).toMatch(/Something went wrong/);
  expect(screen.getByText("EYE5-ABCD-1234", { selector: "summary *" })).toBeTruthy();
});

test("a search loads its own results and says how to search when there are none", async () => {
  await openPeople();
  respond({ [LIST]: listOf() });
  await userEvent.type(
    screen.getByLabelText("Find by code or email address"),
    "ada@example.org{Enter}",
  );
  expect(await screen.findByText(/No one found/)).toBeTruthy();
  expect(bodiesOf(LIST)).toMatchObject([{ query: "" }, { query: "ada@example.org" }]);
  expect(requests.some((request) => request.includes("ada"))).toBe(false);
});

test("a search that finds more than it shows asks for more characters", async () => {
  await openPeople();
  respond({ [LIST]: json({ people: [person], more: true }) });
  await userEvent.type(screen.getByLabelText("Find by code or email address"), "win{Enter}");
  const count = "The newest 1 people. Enter more characters to find others.";
  expect(await screen.findByText(count)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("further people are loaded after the last one, and a failure keeps the list", async () => {
  const other = { ...person, code: "EYE5-WXYZ-5678", issuedAt: "2026-11-13T07:00:00Z" };
  respond({ [LIST]: json({ people: [person], more: true }) });
  await openDesk(owner, "/desk/people");
  expect(await screen.findByText("The newest 1 people.")).toBeTruthy();
  respond({ [LIST]: () => new Response("", { status: 502 }) });
  await press("Show more");
  expect((await screen.findByRole("alert")).textContent).toMatch(/Something went wrong/);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  respond({ [LIST]: listOf(other) });
  await press("Show more");
  expect(await screen.findByText("2 people, newest first.")).toBeTruthy();
  expect(screen.getByText(other.code, { selector: "summary *" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  const after = { issuedAt: person.issuedAt, code: person.code };
  expect(bodiesOf(LIST)).toMatchObject([{ after: null }, { after }, { after }]);
});
