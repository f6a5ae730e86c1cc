// The claim form: the email address, the busy state and the failure of the last attempt. The address is kept after a
// failure.

import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { pagePath } from "../lib/paths";
import { Button } from "../ui/button/Button";
import { Field } from "../ui/field/Field";
import { Link } from "../ui/link/Link";
import { Notice } from "../ui/notice/Notice";
import { AddressSuggestion } from "./AddressSuggestion";
import styles from "./Claim.module.css";
import type { Failure, ProofResult } from "./messages";
import { submitClaim } from "./submit-claim";

type ClaimFormProps = {
  percent: number;
  requestProof(): Promise<ProofResult>;
  onSent(): void;
  onPlayAgain(): void;
};

type Attempt =
  | { readonly kind: "none" }
  | { readonly kind: "busy" }
  | { readonly kind: "failed"; readonly failure: Failure };

export function ClaimForm({
  percent,
  requestProof,
  onSent,
  onPlayAgain,
}: ClaimFormProps): ReactNode {
  const [email, setEmail] = useState("");
  const [attempt, setAttempt] = useState<Attempt>({ kind: "none" });
  const field = useRef<HTMLInputElement>(null);
  const busy = attempt.kind === "busy";
  const failure = attempt.kind === "failed" ? attempt.failure : null;

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setAttempt({ kind: "busy" });
    const newFailure = await submitClaim(event.currentTarget, requestProof);
    if (newFailure === null) return onSent();
    setAttempt({ kind: "failed", failure: newFailure });
    if (newFailure.remedy === "changeAddress") field.current?.focus();
  }

  function changeEmail(address: string) {
    setEmail(address);
    // The error was about the previous address.
    if (failure?.remedy === "changeAddress") setAttempt({ kind: "none" });
  }

  function acceptSuggestion(address: string) {
    changeEmail(address);
    field.current?.focus();
  }

  return (
    <form className={styles.form} onSubmit={send} aria-busy={busy}>
      <Field
        ref={field}
        label={`Enter your email to claim ${percent}% off:`}
        type="email"
        name="email"
        required
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(event) => changeEmail(event.target.value)}
        readOnly={busy}
        error={failure?.remedy === "changeAddress" ? failure.message : undefined}
      />
      <input type="hidden" name="proof" />
      <AddressSuggestion typed={email} onAccept={acceptSuggestion} />
      <Button type="submit" wide busy={busy}>
        {busy ? "Sending…" : "Send My Discount"}
      </Button>
      {failure !== null && failure.remedy !== "changeAddress" && (
        <Notice tone="alarm" live>
          <p>{failure.message}</p>
          {failure.remedy === "playAgain" && <Button onClick={onPlayAgain}>Play Again</Button>}
        </Notice>
      )}
      <p className={styles.privacy}>
        We use your email address only to send you the code.{" "}
        <Link href={pagePath("privacy")} target="_blank">
          Read our privacy notice (opens in a new tab)
        </Link>
      </p>
    </form>
  );
}
