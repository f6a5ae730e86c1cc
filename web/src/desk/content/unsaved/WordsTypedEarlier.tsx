// Says in a dialog where its words are: that they were typed earlier, and how to be rid of them, or that only this tab has them.
import type { ReactNode } from "react";
import { Notice } from "../../../ui/notice/Notice";
import desk from "../../components/desk.module.css";

interface WordsTypedEarlierProps {
  isFound: boolean;
  isUnkept: boolean;
}

export function WordsTypedEarlier({ isFound, isUnkept }: WordsTypedEarlierProps): ReactNode {
  return (
    <>
      {isFound && (
        <p role="status" className={desk.secondary}>
          What you typed here before is shown again. “Cancel” removes it.
        </p>
      )}
      {isUnkept && (
        <Notice tone="alarm" live>
          <p>
            Not saved on this device. Only this tab has these words: send them before you close it,
            or copy them to a safe place.
          </p>
        </Notice>
      )}
    </>
  );
}
