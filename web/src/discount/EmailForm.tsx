// A form with an email address, for the claim and for the correction of its address: holds the first attempt while the
// address looks mistyped, shows the busy state and the failure of the last attempt, and keeps the address after it.

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button/Button";
import { AddressSuggestion } from "../ui/email-address/AddressSuggestion";
import { suggestAddress } from "../ui/email-address/suggest-address";
import { Field } from "../ui/field/Field";
import { Notice } from "../ui/notice/Notice";
import styles from "./Claim.module.css";
import type { Failure } from "./claim-messages";
import type { ClaimResult } from "./submit-claim";

type EmailFormProps = {
  label: string;
  buttonText: string;
  initialEmail?: string;
  /** The form was opened by the visitor. */
  takesFocus?: boolean;
  submit(form: HTMLFormElement): Promise<ClaimResult>;
  onSent(address: string, proof: string): void;
  onPlayAgain(): void;
  children?: ReactNode;
};

type Attempt =
  | { readonly kind: "none" }
  | { readonly kind: "busy" }
  /** Not sent: the visitor is asked to check this address first. */
  | { readonly kind: "held"; readonly email: string }
  | { readonly kind: "failed"; readonly failure: Failure };

const CHECK_ADDRESS = "Not sent yet. Is this address right? If it is, press the button again.";

export function EmailForm({
  label,
  buttonText,
  initialEmail = "",
  takesFocus = false,
  submit,
  onSent,
  onPlayAgain,
  children,
}: EmailFormProps): ReactNode {
  const [email, setEmail] = useState(initialEmail);
  const [attempt, setAttempt] = useState<Attempt>({ kind: "none" });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const busy = attempt.kind === "busy";
  const held = attempt.kind === "held";
  const failure = attempt.kind === "failed" ? attempt.failure : null;

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    if (suggestAddress(email) !== null && !held) {
      setAttempt({ kind: "held", email });
      field.current?.focus();
      return;
    }
    setAttempt({ kind: "busy" });
    const result = await submit(event.currentTarget);
    if (result.kind === "sent") return onSent(email.trim(), result.proof);
    setAttempt(result);
    if (result.failure.remedy === "changeAddress") field.current?.focus();
  }

  function changeEmail(address: string) {
    setEmail(address);
    // The message was about the previous address.
    if (held || failure?.remedy === "changeAddress") setAttempt({ kind: "none" });
  }

  function acceptSuggestion(address: string) {
    changeEmail(address);
    field.current?.focus();
  }

  function fieldError(): string | undefined {
    if (held) return CHECK_ADDRESS;
    return failure?.remedy === "changeAddress" ? failure.message : undefined;
  }

  return (
    <form className={styles.form} onSubmit={send} aria-busy={busy || undefined}>
      <Field
        ref={field}
        label={label}
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
        error={fieldError()}
      />
      <input type="hidden" name="proof" />
      <AddressSuggestion typed={email} withoutPause={held} onAccept={acceptSuggestion} />
      <Button type="submit" wide busy={busy}>
        {busy ? "Sending…" : buttonText}
      </Button>
      {failure !== null && failure.remedy !== "changeAddress" && (
        <Notice tone="alarm" live>
          <p>{failure.message}</p>
          {failure.remedy === "playAgain" && <Button onClick={onPlayAgain}>Play Again</Button>}
        </Notice>
      )}
      {children}
    </form>
  );
}
