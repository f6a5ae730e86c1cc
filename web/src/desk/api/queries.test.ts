// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { DocumentSummary } from "../../generated/DocumentSummary";
import { json, requests, respond, setUpDesk } from "../testing/desk-harness";
import { contentQuery } from "./queries";
import { createQueryClient } from "./query-client";

setUpDesk();

const summary = (path: string, state: DocumentSummary["state"] = "published") => ({ path, state });
const list = (published: string | null, ...drafts: unknown[]) => ({
  readOnlyReason: null,
  revision: 1,
  published,
  drafts,
  problems: [],
  placeholders: [],
});
const load = () =>
  createQueryClient({ onSignedOut: () => {}, onForbidden: () => {} }).fetchQuery(contentQuery);

test("a draft replaces its published document, and a new one has its place by path", async () => {
  respond({
    "GET content/drafts": json(list("1", summary("b.md", "new"), summary("c.md", "changed"))),
    "GET content/published/1": json({ documents: [summary("a.md"), summary("c.md")] }),
  });
  const { documents } = await load();
  expect(documents).toEqual([summary("a.md"), summary("b.md", "new"), summary("c.md", "changed")]);
});

test("something that is published between the two answers is not mixed with what was before", async () => {
  const lists = [list("1", summary("a.md", "new")), list("2")];
  respond({
    "GET content/drafts": () => Response.json(lists.shift()),
    "GET content/published/1": () =>
      Response.json({ error: { code: "out_of_date", message: "Since then." } }, { status: 409 }),
    "GET content/published/2": json({ documents: [summary("a.md")] }),
  });
  expect((await load()).documents).toEqual([summary("a.md")]);
});

test("a list that is never answered fails after some attempts", async () => {
  respond({
    "GET content/drafts": json(list("1")),
    "GET content/published/1": () =>
      Response.json({ error: { code: "out_of_date", message: "Since then." } }, { status: 409 }),
  });
  await expect(load()).rejects.toThrow("Since then.");
  expect(requests.filter((request) => request === "GET content/drafts")).toHaveLength(4);
});

test("after a save only the drafts are asked for", async () => {
  respond({
    "GET content/drafts": json(list("1")),
    "GET content/published/1": json({ documents: [summary("a.md")] }),
  });
  const client = createQueryClient({ onSignedOut: () => {}, onForbidden: () => {} });
  await client.fetchQuery(contentQuery);
  respond({ "GET content/drafts": json(list("1", summary("a.md", "changed"))) });
  await client.invalidateQueries({ queryKey: contentQuery.queryKey });
  expect((await client.fetchQuery(contentQuery)).documents).toEqual([summary("a.md", "changed")]);
  expect(requests).toEqual(["GET content/drafts", "GET content/published/1", "GET content/drafts"]);
});

test("content that is not edited here has no documents", async () => {
  respond({ "GET content/drafts": json(list(null)) });
  expect((await load()).documents).toEqual([]);
  expect(requests).toEqual(["GET content/drafts"]);
});
