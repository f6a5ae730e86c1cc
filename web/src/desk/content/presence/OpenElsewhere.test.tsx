import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ContentDocument } from "../../../generated/ContentDocument";
import type { OpenDocumentRequest } from "../../../generated/OpenDocumentRequest";
import {
  bodiesOf,
  button,
  contentList,
  errorResponse,
  hold,
  json,
  noContent,
  openDesk,
  requests,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { owner } from "../../testing/samples";
import { listNames } from "./sentence";
import { INTERVAL_MS } from "./use-open-elsewhere";

setUpDesk();

const KEEP = "POST content/open-documents";
const LEAVE = "POST content/open-documents/leave";
const document: ContentDocument = {
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
};

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  respond({
    ...contentList({
      readOnlyReason: null,
      documents: [],
      problems: [],
      revision: 1,
      placeholders: [],
    }),
    "GET content/articles/news.md": json(document),
  });
});

afterEach(() => {
  setVisibility("visible");
  vi.useRealTimers();
});

function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(window.document, "visibilityState", "get").mockReturnValue(state);
}

async function openDocument(): Promise<void> {
  await openDesk(owner, "/desk/content/articles/news");
  await expect.poll(() => bodiesOf(KEEP)).toHaveLength(1);
}

const haveOpen = (...names: string[]) => respond({ [KEEP]: json({ names }) });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const nextAnswer = () => pass(INTERVAL_MS + 100);

const liveRegion = () => window.document.querySelector("p.visually-hidden[aria-live=polite]");
const shownLine = () => liveRegion()?.previousElementSibling?.textContent;
const announced = () => liveRegion()?.textContent;

test("names who else has the document open, and says it once", async () => {
  haveOpen("Ngozi");
  await openDocument();
  await expect.poll(shownLine).toBe("Ngozi has this open too.");
  expect(announced()).toBe("Ngozi has this open too.");

  await nextAnswer();
  expect(shownLine()).toBe("Ngozi has this open too.");
  expect(announced()).toBe("");

  haveOpen("Emeka", "Ngozi");
  await nextAnswer();
  expect(shownLine()).toBe("Emeka and Ngozi have this open too.");
  expect(announced()).toBe("Emeka has this open too.");

  haveOpen("Emeka");
  await nextAnswer();
  expect(shownLine()).toBe("Emeka has this open too.");
  expect(announced()).toBe("");

  haveOpen();
  await nextAnswer();
  expect(shownLine()).toBe("");
});

test("each tab has one name, which stays the same", async () => {
  await openDocument();
  await nextAnswer();
  const [first, second] = bodiesOf(KEEP) as OpenDocumentRequest[];
  expect(first).toEqual({
    path: "articles/news.md",
    part: null,
    tab: expect.stringMatching(/^\w{32}$/),
  });
  expect(second).toEqual(first);
});

test("an answer that fails takes the line away, and the next one is not news", async () => {
  haveOpen("Ngozi");
  await openDocument();
  await expect.poll(shownLine).toBe("Ngozi has this open too.");
  respond({ [KEEP]: () => errorResponse(503, "internal") });
  await nextAnswer();
  expect(shownLine()).toBe("");
  haveOpen("Ngozi");
  await nextAnswer();
  expect(shownLine()).toBe("Ngozi has this open too.");
  expect(announced()).toBe("");
});

test("a hidden tab does not ask, and shows nothing old when it is seen again", async () => {
  haveOpen("Ngozi");
  await openDocument();
  await expect.poll(shownLine).toBe("Ngozi has this open too.");
  const asked = bodiesOf(KEEP).length;
  setVisibility("hidden");
  window.dispatchEvent(new Event("visibilitychange"));
  await pass(5 * INTERVAL_MS);
  expect(bodiesOf(KEEP)).toHaveLength(asked);

  const late = hold(json({ names: ["Emeka"] }));
  respond({ [KEEP]: late.response });
  setVisibility("visible");
  window.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(() => bodiesOf(KEEP)).toHaveLength(asked + 1);
  await expect.poll(shownLine).toBe("");
  late.answer();
  await expect.poll(shownLine).toBe("Emeka has this open too.");
});

test("leaving the screen and closing the page are told to the server", async () => {
  await openDocument();
  window.dispatchEvent(new Event("pagehide"));
  await expect.poll(() => bodiesOf(LEAVE)).toEqual([bodiesOf(KEEP)[0]]);
  fireEvent.click(screen.getByRole("link", { name: "All content" }));
  await expect.poll(() => bodiesOf(LEAVE)).toHaveLength(2);
});

test("a call that is on its way is waited for before the tab leaves", async () => {
  const late = hold(json({ names: [] }));
  respond({ [KEEP]: late.response });
  await openDocument();
  fireEvent.click(screen.getByRole("link", { name: "All content" }));
  await screen.findByRole("heading", { level: 1, name: "Content" });
  expect(bodiesOf(LEAVE)).toEqual([]);
  late.answer();
  await expect.poll(() => bodiesOf(LEAVE)).toHaveLength(1);
});

test("who signs out sends nothing more", async () => {
  await openDocument();
  await screen.findByText("Everything is saved.");
  respond({ "POST logout": noContent });
  fireEvent.click(button("Sign out"));
  await screen.findByRole("heading", { name: "Sign in to the staff desk" });
  await pass(INTERVAL_MS);
  expect(requests.filter((request) => request === LEAVE)).toEqual([]);
  expect(bodiesOf(KEEP)).toHaveLength(1);
});

test("many names are short", () => {
  expect(listNames(["Ada"])).toBe("Ada");
  expect(listNames(["Ada", "Bola"])).toBe("Ada and Bola");
  expect(listNames(["Ada", "Bola", "Chidi"])).toBe("Ada, Bola and Chidi");
  expect(listNames(["Ada", "Bola", "Chidi", "Dayo"])).toBe("Ada, Bola and 2 others");
});
