import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { afterEach, expect, test } from "vitest";
import { WithQueries } from "../testing/WithQueries";
import { useAction } from "./use-action";

afterEach(cleanup);

/** Requests that are answered by hand. */
function answers() {
  const pending: ((value: string) => void)[] = [];
  const request = () => new Promise<string>((resolve) => pending.push(resolve));
  const answer = async (value: string) => {
    await waitFor(() => expect(pending).toHaveLength(1));
    await act(async () => {
      pending.shift()?.(value);
      // Everything that follows from the answer has happened before the next task.
      await new Promise((resolve) => setTimeout(resolve));
    });
  };
  return { request, answer };
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

interface UploadProps {
  request: () => Promise<string>;
  onDone: (value: string) => void;
  evenWhenGone?: boolean;
}

function Upload({ request, onDone, evenWhenGone = false }: UploadProps): ReactNode {
  const { run } = useAction();
  return (
    <button type="button" onClick={() => run({ request, onSuccess: onDone, evenWhenGone })}>
      Upload
    </button>
  );
}

function UploadInDialog(props: UploadProps): ReactNode {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(false)}>
        Cancel
      </button>
      {isOpen && <Upload {...props} />}
    </>
  );
}

test("an answer that arrives when its component is gone does nothing", async () => {
  const { request, answer } = answers();
  const done: string[] = [];
  render(
    <WithQueries>
      <UploadInDialog request={request} onDone={(value) => done.push(value)} />
    </WithQueries>,
  );
  press("Upload");
  await answer("first");
  expect(done).toEqual(["first"]);
  press("Upload");
  press("Cancel");
  await answer("late");
  expect(done).toEqual(["first"]);
});

test("what is not about the screen is done even when the screen is gone", async () => {
  const { request, answer } = answers();
  const done: string[] = [];
  render(
    <WithQueries>
      <UploadInDialog request={request} onDone={(value) => done.push(value)} evenWhenGone />
    </WithQueries>,
  );
  press("Upload");
  press("Cancel");
  await answer("signed out");
  expect(done).toEqual(["signed out"]);
});

function TwoDialogs({ request }: { request: () => Promise<string> }): ReactNode {
  const [dialog, setDialog] = useState<"discard" | "delete" | null>(null);
  const { run } = useAction(dialog);
  return (
    <>
      <button type="button" onClick={() => setDialog("discard")}>
        Discard
      </button>
      <button type="button" onClick={() => setDialog("delete")}>
        Delete
      </button>
      <button type="button" onClick={() => run({ request, onSettled: () => setDialog(null) })}>
        Confirm
      </button>
      <p>{dialog ?? "closed"}</p>
    </>
  );
}

test("a late answer does not close the next dialog", async () => {
  const { request, answer } = answers();
  render(
    <WithQueries>
      <TwoDialogs request={request} />
    </WithQueries>,
  );
  press("Discard");
  press("Confirm");
  press("Delete");
  await answer("done");
  expect(screen.getByText("delete")).toBeTruthy();
  press("Discard");
  press("Confirm");
  await answer("done");
  expect(screen.getByText("closed")).toBeTruthy();
});
