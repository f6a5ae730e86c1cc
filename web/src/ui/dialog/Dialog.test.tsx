import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Dialog } from "./Dialog";

afterEach(cleanup);

function show(open: boolean) {
  const onClose = vi.fn();
  const draw = (isOpen: boolean) => (
    <Dialog heading="Contact us" open={isOpen} onClose={onClose}>
      <p>Inside</p>
    </Dialog>
  );
  const { rerender } = render(draw(open));
  const dialog = document.querySelector("dialog") as HTMLDialogElement;
  return { dialog, onClose, set: (isOpen: boolean) => rerender(draw(isOpen)) };
}

test("it opens as a modal and is named by its heading", () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, "showModal");
  show(true);
  expect(showModal).toHaveBeenCalledOnce();
  expect(screen.getByRole("dialog", { name: "Contact us" })).toBeDefined();
});

test("it closes when it is told to", () => {
  const { dialog, set } = show(true);
  set(false);
  expect(dialog.open).toBe(false);
});

test("the close button and a press outside ask to close; a press inside does not", () => {
  const { dialog, onClose } = show(true);
  fireEvent.click(screen.getByText("Inside"));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(dialog);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledTimes(2);
});
