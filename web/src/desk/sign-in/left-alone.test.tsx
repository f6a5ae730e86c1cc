// A desk that nobody uses must be signed out after its idle time, so no screen may go on making calls that count as a use.
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { contentList, json, openDesk, requests, respond, setUpDesk } from "../testing/desk-harness";
import { owner } from "../testing/samples";

setUpDesk();

/** The server does not count these as a use (crates/http/src/desk/authorization.rs). */
const NOT_A_USE = ["POST content/open-documents"];
const ACTIVE_MS = 30 * 60_000;

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
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test("a document that was left open on the screen of an owner stops calling, and goes on with the next press", async () => {
  await openDesk(owner, "/desk/content/articles/news");
  await screen.findByText("Everything is saved.");
  const start = requests.length;
  await pass(60_000);
  expect(requests.slice(start)).toContain("GET content/articles/news.md");
  await pass(ACTIVE_MS);
  const left = requests.length;
  await pass(30 * 60_000);
  expect(requests.slice(left).filter((request) => !NOT_A_USE.includes(request))).toEqual([]);
  expect(requests.slice(left)).toContain(NOT_A_USE[0]);

  const back = requests.length;
  fireEvent.pointerDown(document.body);
  await pass(60_000);
  expect(requests.slice(back)).toContain("GET content/articles/news.md");
});
