import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import {
  button,
  contentList,
  findDialog,
  json,
  keptKeys,
  noContent,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { owner, receptionist } from "../testing/samples";

setUpDesk();
afterEach(() => localStorage.clear());

const LOGOUT = "POST logout";
const EDITOR = { ...receptionist, role: "editor" as const };
const keyOf = (account: string) =>
  `desk-draft:${JSON.stringify([account, "articles/glaucoma.md", "another tab", 1])}`;
const WORDS = JSON.stringify({ text: "New words", version: "1" });
const keep = (account: string) => localStorage.setItem(keyOf(account), WORDS);

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
  await waitFor(() =>
    expect(document.activeElement).toBe(question.getByRole("button", { name: "Stay signed in" })),
  );
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

test("words that another tab leaves while the question is open are named before anything is deleted", async () => {
  keep(EDITOR.name);
  await open();
  await press("Sign out");
  await findDialog("These texts are not saved");
  const another = keyOf(EDITOR.name).replace("glaucoma", "cataract");
  localStorage.setItem(another, WORDS);
  await press("Sign out and delete them");
  expect(await screen.findByText("articles/cataract.md")).toBeTruthy();
  expect(requests).not.toContain(LOGOUT);
  const question = await findDialog("These texts are not saved");
  await waitFor(() =>
    expect(document.activeElement).toBe(question.getByRole("button", { name: "Stay signed in" })),
  );
  expect(localStorage.getItem(another)).toBe(WORDS);
  await press("Sign out and delete them");
  await screen.findByRole("heading", { name: /Sign in/ });
  expect(keptKeys()).toEqual([]);
});

test("words that another tab leaves while the server signs out stay on the device", async () => {
  keep(EDITOR.name);
  const otherTab = new BroadcastChannel("desk-session");
  const heard: unknown[] = [];
  otherTab.onmessage = ({ data }) => heard.push(data);
  await open();
  const another = keyOf(EDITOR.name).replace("glaucoma", "cataract");
  respond({
    [LOGOUT]: () => {
      localStorage.setItem(another, WORDS);
      return noContent();
    },
  });
  await press("Sign out");
  await findDialog("These texts are not saved");
  await press("Sign out and delete them");
  await screen.findByRole("heading", { name: /Sign in/ });
  expect(keptKeys()).toEqual([another]);
  await waitFor(() => expect(heard).toHaveLength(1));
  expect(heard).toEqual([{ account: EDITOR.name, deleted: ["articles/glaucoma.md"] }]);
  otherTab.close();
});

test.each([
  ["articles/news.md", 0],
  // Nobody has been asked about the words of this tab.
  ["articles/other.md", 1],
])(
  "when another tab has signed out and deleted the words of %s, this one leaves %i copies on the device",
  async (path, copies) => {
    respond({
      ...contentList({
        readOnlyReason: null,
        documents: [],
        problems: [],
        revision: 1,
        placeholders: [],
      }),
      "GET content/articles/news.md": json({
        path: "articles/news.md",
        kind: "redirects",
        state: "published",
        version: "one",
        text: "Start.",
        published: "Start.",
        definition: null,
        tree: null,
        problems: [],
        isOutdated: false,
        savedBy: null,
        savedAt: null,
      }),
      "PUT content/articles/news.md": () => {
        throw new TypeError("no network");
      },
    });
    await openDesk(owner, "/desk/content/articles/news");
    await userEvent.type(await screen.findByLabelText("Settings"), " Mine.");
    await screen.findByText(/^No connection\. Your words are kept/);
    expect(keptKeys()).toHaveLength(1);
    const otherTab = new BroadcastChannel("desk-session");
    respond({ "GET me": noContent });
    otherTab.postMessage({ account: owner.name, deleted: [path] });
    await screen.findByRole("heading", { name: /Sign in/ });
    otherTab.close();
    expect(keptKeys()).toHaveLength(copies);
  },
);
