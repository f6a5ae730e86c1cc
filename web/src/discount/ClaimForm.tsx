// Owns the form that asks for an address: what is typed, the wait, and the failure of the last try. The
// address stays in its field whatever happens, so that trying again is one press.

import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "../ui/button/Button";
import { Field } from "../ui/field/Field";
import { Link } from "../ui/link/Link";
import { Notice } from "../ui/notice/Notice";
import styles from "./Claim.module.css";
import { claim } from "./claim";
import { Suggestion } from "./Suggestion";
import type { Failure, Proof } from "./words";

type ClaimFormProps = {
  percent: number;
  prove(): Promise<Proof>;
  onSent(): void;
  onPlayAgain(): void;
};

type Try =
  | { readonly kind: "none" }
  | { readonly kind: "busy" }
  | { readonly kind: "failed"; readonly failure: Failure };

export function ClaimForm({ percent, prove, onSent, onPlayAgain }: ClaimFormProps): ReactNode {
  const [email, setEmail] = useState("");
  const [lastTry, setLastTry] = useState<Try>({ kind: "none" });
  const field = useRef<HTMLInputElement>(null);
  const busy = lastTry.kind === "busy";
  const failure = lastTry.kind === "failed" ? lastTry.failure : null;

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setLastTry({ kind: "busy" });
    const failed = await claim(event.currentTarget, prove);
    if (failed === null) return onSent();
    setLastTry({ kind: "failed", failure: failed });
    if (failed.remedy === "address") field.current?.focus();
  }

  function type(address: string) {
    setEmail(address);
    // What was wrong with the last address need not be wrong with this one.
    if (failure?.remedy === "address") setLastTry({ kind: "none" });
  }

  function accept(address: string) {
    type(address);
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
        onChange={(event) => type(event.target.value)}
        readOnly={busy}
        error={failure?.remedy === "address" ? failure.sentence : undefined}
      />
      <input type="hidden" name="proof" />
      <Suggestion typed={email} onAccept={accept} />
      <Button type="submit" wide busy={busy}>
        {busy ? "Sending…" : "Send My Discount"}
      </Button>
      {failure !== null && failure.remedy !== "address" && (
        <Notice tone="alarm" live>
          <p>{failure.sentence}</p>
          {failure.remedy === "play" && <Button onClick={onPlayAgain}>Play Again</Button>}
        </Notice>
      )}
      <p className={styles.privacy}>
        We use your address to send you the code and for nothing else.{" "}
        <Link href="/privacy" target="_blank">
          Read our privacy page (opens in a new tab)
        </Link>
      </p>
    </form>
  );
}
