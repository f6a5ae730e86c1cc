import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { MapOnRequest } from "./MapOnRequest";

const SRC = "about:blank";
const map = <MapOnRequest src={SRC} name="The Eye Clinic" />;
const frame = () => document.querySelector("iframe") as HTMLIFrameElement;

/** Sets the screen and lets the test decide when the map becomes visible. */
function stubScreen({ wide, saveData = false }: { wide: boolean; saveData?: boolean }) {
  const shown: (() => void)[] = [];
  vi.stubGlobal("matchMedia", () => ({ matches: wide }));
  vi.stubGlobal("navigator", { connection: { saveData } });
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        shown.push(() => callback([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  return shown;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test("on a phone the map is not loaded until the visitor opens it", () => {
  const shown = stubScreen({ wide: false });
  render(map);
  expect(shown).toEqual([]);
  expect(frame().hasAttribute("src")).toBe(false);
  fireEvent(screen.getByRole("group"), new Event("toggle"));
  expect(frame().getAttribute("src")).toBe(SRC);
});

test("on a wide screen the map opens when it scrolls into view", () => {
  const shown = stubScreen({ wide: true });
  render(map);
  expect(frame().hasAttribute("src")).toBe(false);
  shown[0]?.();
  expect((screen.getByRole("group") as HTMLDetailsElement).open).toBe(true);
});

test("on a wide screen in data-saving mode the map waits for the visitor", () => {
  expect(stubScreen({ wide: true, saveData: true })).toEqual([]);
  render(map);
  expect(frame().hasAttribute("src")).toBe(false);
});

test("a map opened before hydration is loaded by it", async () => {
  stubScreen({ wide: false });
  const root = document.createElement("div");
  root.innerHTML = renderToString(map);
  document.body.append(root);
  (root.querySelector("details") as HTMLDetailsElement).open = true;
  const app = hydrateRoot(root, map);
  await waitFor(() => expect(frame().getAttribute("src")).toBe(SRC));
  app.unmount();
});

test("without the app the frame is empty and a link loads the map into it", () => {
  const html = renderToString(map);
  expect(html).toContain(`<a href="${SRC}" target="map">`);
  expect(html).not.toMatch(/<iframe[^>]* src=/);
});
