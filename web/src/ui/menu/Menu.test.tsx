import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Menu } from "./Menu";
import { NavList } from "./NavList";

afterEach(cleanup);

function renderMenu() {
  const { container } = render(
    <Menu>
      <NavList
        label="Main"
        items={[
          { href: "#here", label: "Here", current: "page" },
          { href: "#there", label: "There" },
        ]}
      />
      <button type="button">Larger text</button>
    </Menu>,
  );
  const hidePopover = vi.fn();
  Object.assign(container.querySelector("#menu") ?? {}, { hidePopover });
  return hidePopover;
}

test("following a link closes the menu", async () => {
  const hidePopover = renderMenu();
  await userEvent.click(screen.getByRole("link", { name: "There" }));
  expect(hidePopover).toHaveBeenCalledOnce();
});

test("clicking anything else leaves the menu open", async () => {
  const hidePopover = renderMenu();
  await userEvent.click(screen.getByRole("button", { name: "Larger text" }));
  expect(hidePopover).not.toHaveBeenCalled();
});

test("the current page's link has aria-current", () => {
  renderMenu();
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Here");
});
