import { act, cleanup, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SiteNotice } from "../../generated/SiteNotice";
import { NoticeBar } from "./NoticeBar";

/** The server's clock is ahead of the device's by this. */
const offset = vi.hoisted(() => ({ ms: 0 }));
vi.mock("../../lib/time/server-time", () => ({ serverTimeOffset: async () => offset.ms }));

const notice: SiteNotice = { text: "We have moved.", href: null, until: "2026-11-15" };

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  offset.ms = 0;
});

async function renderNotice(shown: SiteNotice) {
  await act(async () => void render(<NoticeBar notice={shown} />));
}

const region = () => screen.queryByRole("region", { name: "Notice" });

test("the server renders the notice in a named region", () => {
  const html = renderToString(<NoticeBar notice={notice} />);
  expect(html).toContain('aria-label="Notice"');
  expect(html).toContain("We have moved.");
});

test("the notice disappears from an open page when its last day ends in the clinic", async () => {
  vi.setSystemTime(new Date("2026-11-15T23:59:50+01:00"));
  await renderNotice(notice);
  expect(region()?.textContent).toBe("We have moved.");
  act(() => void vi.advanceTimersByTime(20_000));
  expect(region()).toBeNull();
});

test("a device whose clock is a day behind hides a notice that is over", async () => {
  vi.setSystemTime(new Date("2026-11-15T12:00:00+01:00"));
  offset.ms = 24 * 60 * 60_000;
  await renderNotice(notice);
  expect(region()).toBeNull();
});

test("the whole text is the link, so that its name says where it leads", async () => {
  vi.setSystemTime(new Date("2026-11-15T12:00:00+01:00"));
  await renderNotice({ ...notice, href: "/about-us" });
  const link = screen.getByRole("link", { name: "We have moved." });
  expect(link.getAttribute("href")).toBe("/about-us");
});
