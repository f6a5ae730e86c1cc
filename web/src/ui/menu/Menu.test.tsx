import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Menu } from "./Menu";
import { Places } from "./Places";

afterEach(cleanup);

function openMenu() {
  const { container } = render(
    <Menu>
      <Places
        label="Main"
        places={[
          { href: "#here", name: "Here", current: "page" },
          { href: "#there", name: "There" },
        ]}
      />
      <button type="button">Larger text</button>
    </Menu>,
  );
  const hidePopover = vi.fn();
  Object.assign(container.querySelector("#menu") ?? {}, { hidePopover });
  return hidePopover;
}

test("the menu closes behind whoever follows a link", async () => {
  const hidePopover = openMenu();
  await userEvent.click(screen.getByRole("link", { name: "There" }));
  expect(hidePopover).toHaveBeenCalledOnce();
});

test("the menu stays for whoever presses anything else in it", async () => {
  const hidePopover = openMenu();
  await userEvent.click(screen.getByRole("button", { name: "Larger text" }));
  expect(hidePopover).not.toHaveBeenCalled();
});

test("the place one is at says so", () => {
  openMenu();
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Here");
});
