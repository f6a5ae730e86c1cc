import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import {
  button,
  findDialog,
  json,
  noContent,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { receptionist } from "../testing/samples";

setUpDesk();
afterEach(() => localStorage.clear());

const LOGOUT = "POST logout";
const EDITOR = { ...receptionist, role: "editor" as const };
const keyOf = (account: string) =>
  `desk-draft:${JSON.stringify([account, "articles/glaucoma.md", "another tab", 1])}`;
const keep = (account: string) =>
  localStorage.setItem(keyOf(account), JSON.stringify({ text: "New words", version: "1" }));

async function open() {
  respond({
    [LOGOUT]: noContent,
    "GET appointments/waiting": json({
      requests: 0,
      waiting: 0,
      closed: 0,
      toTell: 0,
      recalls: 0,
    }),
  });
  await openDesk(EDITOR, "/desk/account");
}

test("words that only this device has are named, and signing out waits for an answer", async () => {
  keep(EDITOR.name);
  await open();
  await press("Sign out");
  const question = await findDialog("These texts are not saved");
  expect(question.getByText("articles/glaucoma.md")).toBeTruthy();
  expect(requests).not.toContain(LOGOUT);
  await userEvent.click(question.getByRole("button", { name: "Stay signed in" }));
  expect(localStorage.getItem(keyOf(EDITOR.name))).not.toBeNull();
  expect(button("Sign out")).toBeTruthy();
});

test("a second Enter, pressed by habit, deletes nothing", async () => {
  keep(EDITOR.name);
  await open();
  button("Sign out").focus();
  await userEvent.keyboard("{Enter}");
  const question = await findDialog("These texts are not saved");
  expect(document.activeElement).toBe(question.getByRole("button", { name: "Stay signed in" }));
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(requests).not.toContain(LOGOUT);
  expect(localStorage.getItem(keyOf(EDITOR.name))).not.toBeNull();
});

test("only what was confirmed is removed from the device, and nothing of a colleague", async () => {
  keep(EDITOR.name);
  keep("bola");
  await open();
  await press("Sign out");
  const question = await findDialog("These texts are not saved");
  await userEvent.click(question.getByRole("button", { name: "Sign out and delete them" }));
  await screen.findByRole("heading", { name: /Sign in/ });
  expect(requests).toContain(LOGOUT);
  expect(localStorage.getItem(keyOf(EDITOR.name))).toBeNull();
  expect(localStorage.getItem(keyOf("bola"))).not.toBeNull();
});

test("when the server does not answer, nothing is removed", async () => {
  keep(EDITOR.name);
  await open();
  respond({
    [LOGOUT]: () => {
      throw new TypeError("lost");
    },
  });
  await press("Sign out");
  const question = await findDialog("These texts are not saved");
  await userEvent.click(question.getByRole("button", { name: "Sign out and delete them" }));
  await waitFor(() => expect(requests).toContain(LOGOUT));
  await screen.findByRole("alert");
  expect(localStorage.getItem(keyOf(EDITOR.name))).not.toBeNull();
});

test("without such words, signing out asks nothing", async () => {
  await open();
  await press("Sign out");
  await screen.findByRole("heading", { name: /Sign in/ });
  expect(requests).toContain(LOGOUT);
});
