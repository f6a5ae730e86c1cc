import { expect, test } from "vitest";
import type { PageData } from "../generated/PageData";
import { firstView, type Loaded, nextView } from "./view";

const Page = () => null;
const loaded = (path: string): Loaded => ({ data: { path } as PageData, Page });
const home = loaded("/home");
const team = loaded("/team");
const opened = firstView({ path: "/home", loaded: home });

test("a visit opens with the page that came with the document", () => {
  expect(opened).toEqual({ state: "shown", path: "/home", loaded: home, arrival: "opened" });
});

test("a slow page is waited for, and the last page's data stays for header and footer", () => {
  expect(nextView(opened, { type: "slow", path: "/team" })).toEqual({
    state: "loading",
    path: "/team",
    loaded: home,
  });
});

test("a page that comes after a wait or a failure is shown as it arrived", () => {
  const waiting = nextView(opened, { type: "slow", path: "/team" });
  const failed = nextView(waiting, { type: "failed", path: "/team", failure: { kind: "offline" } });
  expect(failed).toMatchObject({ state: "failed", path: "/team", loaded: home });
  const arrived = { type: "arrived", path: "/team", loaded: team, arrival: "pushed" } as const;
  for (const view of [opened, waiting, failed]) {
    expect(nextView(view, arrived)).toEqual({
      state: "shown",
      path: "/team",
      loaded: team,
      arrival: "pushed",
    });
  }
});
