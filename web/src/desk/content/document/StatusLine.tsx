// Says whether the words on the screen are saved.
import type { ReactNode } from "react";
import type { DraftState } from "../drafts/draft-state";
import { describeStatus } from "../drafts/draft-status";
import { StatusBar } from "./StatusBar";

interface StatusLineProps {
  state: DraftState;
  /** There are changes that are not part of the state yet. */
  isTyping: boolean;
  /** Who writes. */
  account: string;
  /** What stands beside it. */
  children?: ReactNode;
}

export function StatusLine(props: StatusLineProps): ReactNode {
  const { state, isTyping, account, children } = props;
  return <StatusBar {...describeStatus(state, isTyping, account)}>{children}</StatusBar>;
}
