import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { NavigationContext } from "../../lib/navigation";
import { Link } from "./Link";

afterEach(cleanup);

function visit(link: React.ReactNode) {
  const navigation = { path: "/home", navigate: vi.fn(), prefetch: vi.fn() };
  render(<NavigationContext value={navigation}>{link}</NavigationContext>);
  return navigation;
}

/** Presses the link; tells whether the browser was left to follow it by itself. */
function press(name: string, keys: MouseEventInit = {}): boolean {
  let left = false;
  const watch = (event: Event) => {
    left = !event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener("click", watch, { once: true });
  fireEvent.click(screen.getByRole("link", { name }), keys);
  return left;
}

test("a press on a link to a page moves inside the app", () => {
  const { navigate } = visit(<Link href="/services">Services</Link>);
  expect(press("Services")).toBe(false);
  expect(navigate).toHaveBeenCalledWith("/services");
});

test("a press with the control key is the browser's", () => {
  const { navigate } = visit(<Link href="/articles">Articles</Link>);
  expect(press("Articles", { ctrlKey: true })).toBe(true);
  expect(navigate).not.toHaveBeenCalled();
});

test.each(["https://example.org/a", "tel:+2348000000000", "/feed.xml", "//example.org"])(
  "%s is left to the browser",
  (href) => {
    const { navigate } = visit(<Link href={href}>Elsewhere</Link>);
    expect(press("Elsewhere")).toBe(true);
    expect(navigate).not.toHaveBeenCalled();
  },
);

test("a link that its own handler has dealt with goes nowhere", () => {
  const { navigate } = visit(
    <Link href="/about-us" onClick={(event) => event.preventDefault()}>
      About
    </Link>,
  );
  expect(press("About")).toBe(false);
  expect(navigate).not.toHaveBeenCalled();
});

test("touching a link fetches its page ahead", () => {
  const { prefetch } = visit(<Link href="/team">Team</Link>);
  fireEvent.touchStart(screen.getByRole("link", { name: "Team" }));
  expect(prefetch).toHaveBeenCalledWith("/team");
});
