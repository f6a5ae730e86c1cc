import { expect, test } from "vitest";
import type { PageData } from "../generated/PageData";
import { initialView, type LoadedPage, viewReducer } from "./view-reducer";

const Page = () => null;
const pageAt = (path: string): LoadedPage => ({ data: { path } as PageData, Page });
const home = pageAt("/home");
const team = pageAt("/team");
const initial = initialView({ path: "/home", page: home });

test("the initial view shows the page from the document", () => {
  expect(initial).toEqual({
    state: "shown",
    path: "/home",
    page: home,
    navigationType: "initial",
  });
});

test("a slow page shows loading and keeps the last page's data for header and footer", () => {
  expect(viewReducer(initial, { type: "slow", path: "/team" })).toEqual({
    state: "loading",
    path: "/team",
    page: home,
  });
});

test("a page that loads after a wait or a failure is shown", () => {
  const loading = viewReducer(initial, { type: "slow", path: "/team" });
  const failed = viewReducer(loading, {
    type: "failed",
    path: "/team",
    failure: { kind: "offline" },
  });
  expect(failed).toMatchObject({ state: "failed", path: "/team", page: home });
  const loaded = { type: "loaded", path: "/team", page: team, navigationType: "push" } as const;
  for (const view of [initial, loading, failed]) {
    expect(viewReducer(view, loaded)).toEqual({
      state: "shown",
      path: "/team",
      page: team,
      navigationType: "push",
    });
  }
});
