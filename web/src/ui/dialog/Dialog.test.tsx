import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Dialog } from "./Dialog";

afterEach(cleanup);

function renderDialog(open: boolean) {
  const onClose = vi.fn();
  const element = (isOpen: boolean) => (
    <Dialog heading="Contact us" open={isOpen} onClose={onClose}>
      <p>Inside</p>
    </Dialog>
  );
  const { rerender } = render(element(open));
  const dialog = document.querySelector("dialog") as HTMLDialogElement;
  return { dialog, onClose, setOpen: (isOpen: boolean) => rerender(element(isOpen)) };
}

test("opens as a modal named by its heading", () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, "showModal");
  renderDialog(true);
  expect(showModal).toHaveBeenCalledOnce();
  expect(screen.getByRole("dialog", { name: "Contact us" })).toBeDefined();
});

test("closes when open becomes false", () => {
  const { dialog, setOpen } = renderDialog(true);
  setOpen(false);
  expect(dialog.open).toBe(false);
});

test("is closed when it is removed while open, so that the focus goes back to what opened it", () => {
  const close = vi.spyOn(HTMLDialogElement.prototype, "close");
  const { dialog } = renderDialog(true);
  let wasInPage = false;
  close.mockImplementation(() => {
    wasInPage = dialog.isConnected;
  });
  cleanup();
  expect(wasInPage).toBe(true);
  close.mockRestore();
});

test("the close button and a click outside call onClose; a click inside does not", () => {
  const { dialog, onClose } = renderDialog(true);
  fireEvent.click(screen.getByText("Inside"));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledTimes(2);
});

test("selecting text and releasing the button outside does not close the dialog", () => {
  const { dialog, onClose } = renderDialog(true);
  fireEvent.pointerDown(screen.getByText("Inside"));
  fireEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();
});
