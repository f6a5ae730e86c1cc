// Examples for the accessibility tests.
import { type ReactNode, useState } from "react";
import { Button } from "../button/Button";
import { Dialog } from "./Dialog";

function DialogWithButton(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Open the popup
      </Button>
      <Dialog heading="A popup with a heading" open={open} onClose={() => setOpen(false)}>
        <p>Escape, the close button and a click outside close it.</p>
      </Dialog>
    </>
  );
}

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "opened by a button", render: () => <DialogWithButton /> },
];
