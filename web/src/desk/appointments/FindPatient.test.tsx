import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import {
  bodiesOf,
  errorResponse,
  findDialog,
  json,
  noContent,
  openDesk,
  press,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { lookAgain } from "../testing/reception";
import { appointment, openedAppointment, receptionist } from "../testing/samples";

setUpDesk();

const found = { ...appointment, name: "Ada Obi" };

beforeEach(() => {
  respond({
    "GET appointments/requests": json({ appointments: [] }),
    "POST patients/find": json({ appointments: [found], more: false }),
  });
});

async function search(text: string) {
  await openDesk(receptionist, "/desk/appointments");
  const field = screen.getByLabelText("Phone, reference or name");
  fireEvent.change(field, { target: { value: text } });
  await press("Find");
}

test("a patient is found, with the name, and cleared from the screen for the next search", async () => {
  await search("ada obi");
  const list = within(await screen.findByRole("list", { name: "Visits found" }));
  expect(list.getByText("Ada Obi")).toBeTruthy();
  expect(bodiesOf("POST patients/find")).toEqual([{ query: "ada obi" }]);
  expect(screen.getByText("1 visit was found.")).toBeTruthy();
  screen.getByRole("button", { name: "Clear" }).focus();
  await press("Clear");
  expect(screen.queryByRole("list", { name: "Visits found" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("Phone, reference or name"));
});

test("a visit that was found is shown as it is when it is moved or deleted afterwards, without another search", async () => {
  const { telling, toTell, changedAt } = openedAppointment;
  const now = { appointment: { ...appointment, time: "15:30" }, telling, toTell, changedAt };
  await search("ada obi");
  await screen.findByText("1 visit was found.");
  respond({ "GET appointments/a1": json(now) });
  lookAgain();
  const list = await screen.findByRole("list", { name: "Visits found" });
  await waitFor(() => expect(list.textContent).toContain("3:30 PM"));
  expect(list.textContent).toContain("Ada Obi");
  respond({ "GET appointments/a1": () => errorResponse(404, "unknown_appointment") });
  lookAgain();
  await waitFor(() => expect(list.textContent).toBe(""));
  expect(bodiesOf("POST patients/find")).toHaveLength(1);
});

test("more visits than are shown and none at all are told", async () => {
  respond({
    "POST patients/find": json({ appointments: [found, { ...found, id: "a2" }], more: true }),
  });
  await search("0803 123 4567");
  expect(await screen.findByText(/^2 visits were found\. There are others/)).toBeTruthy();
  respond({ "POST patients/find": json({ appointments: [], more: false }) });
  await press("Find");
  expect(await screen.findByText(/^Nobody was found/)).toBeTruthy();
});

test("a whole phone number is found without a press, once", async () => {
  await openDesk(receptionist, "/desk/appointments");
  const field = screen.getByLabelText("Phone, reference or name");
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  for (const part of ["0803 123 456", "0803 123 4567"]) type(part);
  expect(await screen.findByText("1 visit was found.")).toBeTruthy();
  type("0803 123 4567 ");
  type("+234 805 765 4321");
  await waitFor(() =>
    expect(bodiesOf("POST patients/find")).toEqual([
      { query: "0803 123 4567" },
      { query: "+234 805 765 4321" },
    ]),
  );
});

test("what is too short is explained", async () => {
  const message = "Please enter the whole phone number.";
  respond({ "POST patients/find": () => errorResponse(422, "search_too_short", message) });
  await search("ada");
  expect(await screen.findByText(message)).toBeTruthy();
});

test("at the limit the desk asks for the password, says why, and goes on with the search", async () => {
  const message =
    "30 patients' records were opened with this account since you last entered your password.";
  let asked = 0;
  respond({
    "POST patients/find": () => {
      asked += 1;
      return asked === 1
        ? errorResponse(403, "confirmation_needed", message)
        : Response.json({ appointments: [found], more: false });
    },
    "POST me/confirm": noContent,
  });
  await search("ada obi");
  const dialog = await findDialog("Confirm that it is you");
  expect(dialog.getByText(message)).toBeTruthy();
  fireEvent.change(dialog.getByLabelText("Your password"), { target: { value: "four odd words" } });
  await press("Confirm", dialog);
  expect(await screen.findByText("1 visit was found.")).toBeTruthy();
});
