import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import {
  bodiesOf,
  describedBy,
  errorResponse,
  json,
  noContent,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { owner } from "../testing/samples";

setUpDesk();

const OPEN = "POST setup/open";
const CREATE = "POST setup";
const SIGN_IN = "POST login";
const PASSWORD = "lamp river seven paper";

async function open(path = "/desk/setup#token-of-the-link"): Promise<void> {
  await openDesk(null, path);
}

async function fillIn(): Promise<void> {
  await userEvent.type(await screen.findByLabelText("Name"), "ada");
  await userEvent.type(screen.getByLabelText("Password"), `${PASSWORD}{Enter}`);
}

test("the link creates the owner, who arrives signed in without typing again", async () => {
  respond({
    [OPEN]: noContent,
    [CREATE]: () => Response.json({ name: "ada" }, { status: 201 }),
    [SIGN_IN]: json(owner),
  });
  await open();
  await fillIn();
  expect(await screen.findByRole("navigation")).toBeTruthy();
  expect(location.pathname).toMatch(/^\/desk\/content/);
  expect(bodiesOf(CREATE)).toEqual([
    { token: "token-of-the-link", name: "ada", password: PASSWORD },
  ]);
  expect(bodiesOf(SIGN_IN)).toEqual([{ name: "ada", password: PASSWORD }]);
});

test("the token leaves the address", async () => {
  respond({ [OPEN]: noContent });
  await open();
  await screen.findByLabelText("Name");
  expect(location.href).not.toContain("token-of-the-link");
  expect(bodiesOf(OPEN)).toEqual([{ token: "token-of-the-link" }]);
});

test("a link that no longer works says what to do before anything is typed", async () => {
  respond({ [OPEN]: () => errorResponse(410, "invalid_link", "Restart the server.") });
  await open("/desk/setup#used");
  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain("Restart the server.");
  expect(notice.textContent).toMatch(/^This link does not work.*Then you do not need the link/);
  expect(screen.getByRole("link", { name: "sign in" }).getAttribute("href")).toBe("/desk");
  expect(screen.queryByLabelText("Name")).toBeNull();
});

test("a refused name and a refused password are shown at their fields", async () => {
  respond({
    [OPEN]: noContent,
    [CREATE]: () => errorResponse(422, "invalid_name", "Write a longer name."),
  });
  await open();
  await fillIn();
  await screen.findByText("Write a longer name.");
  expect(describedBy(screen.getByLabelText("Name"))).toContain("Write a longer name.");
  respond({ [CREATE]: () => errorResponse(422, "weak_password", "Too easy to guess.") });
  await press("Create account");
  await screen.findByText("Too easy to guess.");
  expect(describedBy(screen.getByLabelText("Password"))).toContain("Too easy to guess.");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("when only the sign-in fails, the next press does not use the link again", async () => {
  respond({ [OPEN]: noContent, [CREATE]: json({ name: "ada" }) });
  await open();
  await fillIn();
  await screen.findByText(/Cannot reach the clinic's server/);
  respond({ [SIGN_IN]: json(owner) });
  await press("Create account");
  expect(await screen.findByRole("navigation")).toBeTruthy();
  expect(requests.filter((request) => request === CREATE)).toHaveLength(1);
});
