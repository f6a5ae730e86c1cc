// The prize of a perfect game: already claimed, just sent, or the form to claim it.

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Notice } from "../ui/notice/Notice";
import styles from "./Claim.module.css";
import { ClaimForm } from "./ClaimForm";
import { saveClaimed, useClaimed } from "./claimed-flag";
import type { ProofResult } from "./messages";

type ClaimProps = {
  percent: number;
  requestProof(): Promise<ProofResult>;
  /** Called when the code was sent. */
  onClaimed(): void;
  onPlayAgain(): void;
};

export function Claim({ percent, requestProof, onClaimed, onPlayAgain }: ClaimProps): ReactNode {
  const claimed = useClaimed();
  const [sent, setSent] = useState(false);

  function handleSent() {
    saveClaimed();
    onClaimed();
    setSent(true);
  }

  if (sent) return <SentNotice />;
  if (claimed) {
    return (
      <Notice tone="success">
        <p className={styles.message}>You've already claimed your discount. Enjoy!</p>
      </Notice>
    );
  }
  return (
    <ClaimForm
      percent={percent}
      requestProof={requestProof}
      onSent={handleSent}
      onPlayAgain={onPlayAgain}
    />
  );
}

/** Takes the focus, because the focused form has been removed. */
function SentNotice(): ReactNode {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <div ref={notice} tabIndex={-1}>
      <Notice tone="success" live>
        <p className={styles.message}>Discount code sent! Check your email.</p>
      </Notice>
    </div>
  );
}
