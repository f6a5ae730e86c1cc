// The prize of a perfect game: already claimed, just sent, or the form to claim it.

import { type ReactNode, useEffect, useState } from "react";
import { pagePath } from "../lib/navigation/paths";
import { Link } from "../ui/link/Link";
import { Notice } from "../ui/notice/Notice";
import styles from "./Claim.module.css";
import type { ProofResult } from "./claim-messages";
import { saveClaimed, useClaimed } from "./claimed-flag";
import { EmailForm } from "./EmailForm";
import { SentNotice } from "./SentNotice";
import { loadSentClaim, type SentClaim, saveSentClaim } from "./sent-claim";
import { submitClaim } from "./submit-claim";

type ClaimProps = {
  percent: number;
  requestProof(): Promise<ProofResult>;
  /** Called when the code was sent. */
  onClaimed(): void;
  onPlayAgain(): void;
};

export function Claim({ percent, requestProof, onClaimed, onPlayAgain }: ClaimProps): ReactNode {
  const claimed = useClaimed();
  const [sent, setSent] = useState<SentClaim | null>(null);

  function save(claim: SentClaim) {
    saveSentClaim(claim);
    setSent(claim);
  }

  function handleSent(address: string, proof: string) {
    saveClaimed();
    onClaimed();
    save({ address, proof, sentAt: Date.now(), changed: false });
  }

  if (sent) {
    return <SentNotice claim={sent} takesFocus onChanged={save} onPlayAgain={onPlayAgain} />;
  }
  if (claimed) {
    return (
      <Notice tone="success">
        <p className={styles.message}>You've already claimed your discount. Enjoy!</p>
      </Notice>
    );
  }
  return (
    <EmailForm
      label={`Enter your email to claim ${percent}% off:`}
      buttonText="Send My Discount"
      submit={(form) => submitClaim(form, requestProof)}
      onSent={handleSent}
      onPlayAgain={onPlayAgain}
    >
      <p className={styles.privacy}>
        We use your email address only to send you the code.{" "}
        <Link href={pagePath("privacy")} target="_blank">
          Read our privacy notice (opens in a new tab)
        </Link>
      </p>
    </EmailForm>
  );
}

/** The claim of the last half hour, after a reload: its address can still be changed. */
export function RecentClaim(): ReactNode {
  const [claim, setClaim] = useState<SentClaim | null>(null);
  useEffect(() => setClaim(loadSentClaim()), []);
  if (claim === null) return null;

  function save(changed: SentClaim) {
    saveSentClaim(changed);
    setClaim(changed);
  }

  // There is no game to play again here: the game is on the same page.
  return (
    <SentNotice
      claim={claim}
      takesFocus={false}
      onChanged={save}
      onPlayAgain={() => setClaim(null)}
    />
  );
}
