import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { NavigationContext } from "../../lib/navigation/navigation-context";
import { Link } from "./Link";

afterEach(cleanup);

function renderLink(link: React.ReactNode) {
  const navigation = { path: "/home", navigate: vi.fn(), prefetch: vi.fn() };
  render(<NavigationContext value={navigation}>{link}</NavigationContext>);
  return navigation;
}

/** Clicks the link. Returns true if the browser would follow it itself. */
function click(name: string, keys: MouseEventInit = {}): boolean {
  let followedByBrowser = false;
  const listener = (event: Event) => {
    followedByBrowser = !event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener("click", listener, { once: true });
  fireEvent.click(screen.getByRole("link", { name }), keys);
  return followedByBrowser;
}

test("a click on a link to a page navigates inside the app", () => {
  const { navigate } = renderLink(<Link href="/services">Services</Link>);
  expect(click("Services")).toBe(false);
  expect(navigate).toHaveBeenCalledWith("/services");
});

test("a click with the control key is left to the browser", () => {
  const { navigate } = renderLink(<Link href="/articles">Articles</Link>);
  expect(click("Articles", { ctrlKey: true })).toBe(true);
  expect(navigate).not.toHaveBeenCalled();
});

test.each(["https://example.org/a", "tel:+2348000000000", "/feed.xml", "//example.org"])(
  "%s is left to the browser",
  (href) => {
    const { navigate } = renderLink(<Link href={href}>Elsewhere</Link>);
    expect(click("Elsewhere")).toBe(true);
    expect(navigate).not.toHaveBeenCalled();
  },
);

test("a click that the link's own handler has prevented does not navigate", () => {
  const { navigate } = renderLink(
    <Link href="/about-us" onClick={(event) => event.preventDefault()}>
      About
    </Link>,
  );
  expect(click("About")).toBe(false);
  expect(navigate).not.toHaveBeenCalled();
});

test("a mouse pointer that rests on a link prefetches its page", () => {
  vi.useFakeTimers();
  const { prefetch } = renderLink(<Link href="/team">Team</Link>);
  const link = screen.getByRole("link", { name: "Team" });
  fireEvent.pointerEnter(link, { pointerType: "mouse" });
  fireEvent.pointerLeave(link, { pointerType: "mouse" });
  vi.advanceTimersByTime(1_000);
  expect(prefetch, "after passing over it").not.toHaveBeenCalled();
  fireEvent.pointerEnter(link, { pointerType: "mouse" });
  vi.advanceTimersByTime(1_000);
  expect(prefetch).toHaveBeenCalledWith("/team");
  vi.useRealTimers();
});

test("a finger that touches a link prefetches nothing", () => {
  vi.useFakeTimers();
  const { prefetch } = renderLink(<Link href="/team">Team</Link>);
  const link = screen.getByRole("link", { name: "Team" });
  fireEvent.pointerEnter(link, { pointerType: "touch" });
  fireEvent.touchStart(link);
  fireEvent.focus(link);
  vi.advanceTimersByTime(1_000);
  expect(prefetch).not.toHaveBeenCalled();
  vi.useRealTimers();
});
