// A popup behind a button, for pictures and accessibility tests.
import { type ReactNode, useState } from "react";
import { Button } from "../button/Button";
import { Dialog } from "./Dialog";

function Opener(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open the popup</Button>
      <Dialog heading="A popup with a heading" open={open} onClose={() => setOpen(false)}>
        <p>Escape, the cross and a press outside close it.</p>
      </Dialog>
    </>
  );
}

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "behind a button", render: () => <Opener /> },
];
