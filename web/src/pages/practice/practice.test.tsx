import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { sampleClinic } from "../../fixtures/samples";
import type { PageProps } from "../../lib/page-props";
import { Page } from ".";

const pageOf = (date: string): PageProps<"practice">["page"] => ({
  kind: "practice",
  text: {
    heading: "Today's practice puzzle",
    intro: "This is only a game.",
    picture: null,
    chart: [],
    sections: { noscript: { heading: "The puzzle needs JavaScript", text: "Call us instead." } },
    body: [],
  },
  puzzle: {
    date,
    level: {
      image: { src: `/pictures/${date}.svg`, width: 600, height: 900 },
      alt: `The street of ${date}`,
      description: "Spot all differences-Hard",
      secondSceneTop: "50%",
      spots: [{ id: 1, top: "61%", left: "1%", width: "14%", height: "14%", label: "The moon" }],
    },
  },
});

const dataOf = (date: string) =>
  JSON.stringify({ build: "1", path: "", meta: {}, clinic: {}, page: pageOf(date) });

/** The server's clock, and what it answers for the page's data. */
let served: () => Response;

vi.mock("../../lib/time/server-time", () => ({ serverTimeOffset: async () => 0 }));

const openAt = async (time: string) => {
  vi.useFakeTimers({ now: Date.parse(time) });
  vi.stubGlobal("fetch", async () => served());
  render(<Page page={pageOf("2026-11-17")} clinic={sampleClinic} />);
  await act(async () => {});
};
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const NEW = "Play the new puzzle";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test("the server's HTML has no style attributes, which the CSP forbids, and no spots", () => {
  const html = renderToString(<Page page={pageOf("2026-11-17")} clinic={sampleClinic} />);
  const page = new DOMParser().parseFromString(html, "text/html");
  expect(page.querySelector("h1")?.textContent).toBe("Today's practice puzzle");
  expect(page.querySelector("img")?.getAttribute("alt")).toBe("The street of 2026-11-17");
  expect(page.querySelectorAll("[style], [data-spot]")).toHaveLength(0);
  expect(page.querySelector("noscript")?.textContent).toContain("The puzzle needs JavaScript");
});

test("after midnight in the clinic's time the puzzle of the new day is offered, and played when the visitor wants", async () => {
  served = () => new Response(dataOf("2026-11-18"));
  await openAt("2026-11-17T22:59:30Z");
  expect(screen.queryByText(NEW)).toBeNull();
  await pass(40);
  expect(screen.getByAltText("The street of 2026-11-17")).toBeTruthy();
  await act(async () => void fireEvent.click(screen.getByText(NEW)));
  expect(screen.getByAltText("The street of 2026-11-18")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  expect(screen.queryByText(NEW)).toBeNull();
});

test("the picture of the new day is loaded before it is wanted, so that it is there without a network", async () => {
  const loaded: string[] = [];
  vi.stubGlobal(
    "Image",
    class {
      set src(path: string) {
        loaded.push(path);
      }
    },
  );
  served = () => new Response(dataOf("2026-11-18"));
  await openAt("2026-11-17T22:59:30Z");
  expect(loaded).toEqual([]);
  await pass(40);
  expect(loaded).toEqual(["/pictures/2026-11-18.svg"]);
});

test("without a network or a newer puzzle the old one stays, and the server is asked again later", async () => {
  served = () => {
    throw new TypeError("no network");
  };
  await openAt("2026-11-17T23:00:00Z");
  expect(screen.queryByText(NEW)).toBeNull();
  served = () => new Response(dataOf("2026-11-17"));
  await pass(300);
  expect(screen.queryByText(NEW)).toBeNull();
  served = () => new Response(dataOf("2026-11-18"));
  await pass(300);
  expect(screen.getByText(NEW)).toBeTruthy();
});
