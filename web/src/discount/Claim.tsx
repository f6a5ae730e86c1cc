// Owns the prize of a perfect game in its three states: already claimed, sent, or still to be claimed.

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Notice } from "../ui/notice/Notice";
import styles from "./Claim.module.css";
import { ClaimForm } from "./ClaimForm";
import { rememberClaim, useClaimed } from "./claimed";
import type { Proof } from "./words";

type ClaimProps = {
  percent: number;
  prove(): Promise<Proof>;
  onPlayAgain(): void;
};

export function Claim({ percent, prove, onPlayAgain }: ClaimProps): ReactNode {
  const claimed = useClaimed();
  const [sent, setSent] = useState(false);

  function succeed() {
    rememberClaim();
    setSent(true);
  }

  if (sent) return <Sent />;
  if (claimed) {
    return (
      <Notice tone="success">
        <p className={styles.answer}>You've already claimed your discount. Enjoy!</p>
      </Notice>
    );
  }
  return <ClaimForm percent={percent} prove={prove} onSent={succeed} onPlayAgain={onPlayAgain} />;
}

/** Takes the focus that the form leaves behind, and so is read out. */
function Sent(): ReactNode {
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => answer.current?.focus(), []);
  return (
    <div ref={answer} tabIndex={-1}>
      <Notice tone="success" live>
        <p className={styles.answer}>Discount code sent! Check your email.</p>
      </Notice>
    </div>
  );
}
