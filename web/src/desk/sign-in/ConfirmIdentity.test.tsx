import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import {
  bodiesOf,
  dialog,
  errorResponse,
  findDialog,
  json,
  noContent,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
  signedOut,
} from "../testing/desk-harness";
import { owner, person } from "../testing/samples";

setUpDesk();
afterEach(() => vi.restoreAllMocks());

const CONFIRM = "POST me/confirm";
const DOWNLOAD = "GET claims.csv";
const DIALOG = "Confirm that it is you";

const unconfirmed = () => errorResponse(403, "confirmation_needed", "Please confirm.");
const openDialogs = () => [...document.querySelectorAll("dialog")].filter(({ open }) => open);

/** The server refuses the request until the person has confirmed. */
function needsConfirmation(request: string, response: () => Response) {
  let isConfirmed = false;
  respond({
    [request]: () => (isConfirmed ? response() : unconfirmed()),
    [CONFIRM]: () => {
      isConfirmed = true;
      return noContent();
    },
  });
}

async function openPeople(me = owner) {
  respond({ "POST people/find": json({ people: [person], more: false }) });
  await openDesk(me, "/desk/people");
  await screen.findByText("1 person.");
}

test("a download that needs a confirmation asks for the password and then saves the file", async () => {
  needsConfirmation(DOWNLOAD, () => new Response("code,address\n"));
  await openPeople();
  const createObjectURL = vi.spyOn(URL, "createObjectURL");
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  await press("Download all as CSV");
  const password = (await findDialog(DIALOG)).getByLabelText("Your password");
  await waitFor(() => expect(document.activeElement).toBe(password));
  await userEvent.type(password, "lamp river seven paper{Enter}");
  expect(await screen.findByText(/has been recorded in the audit log/)).toBeTruthy();
  expect(bodiesOf(CONFIRM)).toEqual([{ password: "lamp river seven paper" }]);
  expect(requests.filter((request) => request === DOWNLOAD)).toHaveLength(2);
  const blob = createObjectURL.mock.calls[0]?.[0] as Blob;
  expect(await blob.text()).toBe("code,address\n");
  expect(click.mock.contexts[0]).toMatchObject({ download: "claims.csv" });
  expect(openDialogs()).toEqual([]);
});

test("with two-step verification the dialog asks for a code", async () => {
  needsConfirmation("POST people/stored", json({ people: [] }));
  await openPeople({ ...owner, totp: true });
  await press("Stored data");
  await userEvent.type((await findDialog(DIALOG)).getByLabelText("6-digit code"), "123 456{Enter}");
  expect(await screen.findByText("Nothing is stored about this person.")).toBeTruthy();
  expect(bodiesOf(CONFIRM)).toEqual([{ totp: "123456" }]);
});

test("a wrong password keeps the dialog open, and closing it says that nothing was done", async () => {
  respond({
    "POST people/stored": unconfirmed,
    [CONFIRM]: () => errorResponse(422, "wrong_password", "The current password is wrong."),
  });
  await openPeople();
  await press("Stored data");
  const password = (await findDialog(DIALOG)).getByLabelText<HTMLInputElement>("Your password");
  await userEvent.type(password, "a wrong password{Enter}");
  expect((await dialog(DIALOG).findByRole("alert")).textContent).toMatch(/password is wrong/);
  expect(password.value).toBe("");
  await userEvent.click(dialog(DIALOG).getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText(/Nothing was done/)).toBeTruthy();
  expect(openDialogs()).toHaveLength(1);
  expect(requests.filter((request) => request === "POST people/stored")).toHaveLength(1);
});

test("the dialog asks for a code when two-step verification was turned on meanwhile", async () => {
  respond({
    [DOWNLOAD]: unconfirmed,
    [CONFIRM]: () => errorResponse(422, "totp_needed", "Please enter a 6-digit code."),
  });
  await openPeople();
  await press("Download all as CSV");
  await userEvent.type(
    (await findDialog(DIALOG)).getByLabelText("Your password"),
    "a password{Enter}",
  );
  expect(await dialog(DIALOG).findByLabelText("6-digit code")).toBeTruthy();
});

test("a session that ends while the dialog is open leads to the sign-in form", async () => {
  respond({ [DOWNLOAD]: unconfirmed, [CONFIRM]: signedOut });
  await openPeople();
  await press("Download all as CSV");
  await userEvent.type(
    (await findDialog(DIALOG)).getByLabelText("Your password"),
    "a password{Enter}",
  );
  expect(await screen.findByRole("heading", { name: "Sign in to the staff desk" })).toBeTruthy();
  expect(openDialogs()).toEqual([]);
});

test("what was typed in a form is kept when the confirmation is cancelled", async () => {
  respond({ "GET staff": json({ staff: [], twoStepRoles: [] }), "POST staff": unconfirmed });
  await openDesk(owner, "/desk/staff");
  const name = await screen.findByLabelText<HTMLInputElement>("Name");
  await userEvent.type(name, "uche{Enter}");
  await findDialog(DIALOG);
  await userEvent.click(dialog(DIALOG).getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText(/Nothing was done/)).toBeTruthy();
  expect(name.value).toBe("uche");
});
