// Says in a dialog that its words were typed earlier, and how to be rid of them.
import type { ReactNode } from "react";
import desk from "../components/desk.module.css";

export function FoundWords({ isFound }: { isFound: boolean }): ReactNode {
  return (
    isFound && (
      <p role="status" className={desk.secondary}>
        What you typed here before is shown again. “Cancel” removes it.
      </p>
    )
  );
}
