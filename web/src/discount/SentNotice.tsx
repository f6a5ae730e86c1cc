// What a visitor sees after a claim: the address, a way to correct it, and what to do if no email arrives. First and
// repeated claims look the same, so every sentence is also true when the code was sent before.

import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { EmailAddress } from "../ui/email-address/EmailAddress";
import { Notice } from "../ui/notice/Notice";
import styles from "./Claim.module.css";
import { EmailForm } from "./EmailForm";
import type { SentClaim } from "./sent-claim";
import { submitAddressChange, submitClaim } from "./submit-claim";

type SentNoticeProps = {
  claim: SentClaim;
  /** True if the visitor has just sent the claim: the focused form has been removed. */
  takesFocus: boolean;
  onChanged(claim: SentClaim): void;
  onPlayAgain(): void;
};

export function SentNotice({
  claim,
  takesFocus,
  onChanged,
  onPlayAgain,
}: SentNoticeProps): ReactNode {
  const { address, proof, changed } = claim;
  const [changing, setChanging] = useState(false);
  const notice = useRef<HTMLDivElement>(null);
  const message = useId();
  useEffect(() => {
    if (takesFocus) notice.current?.focus();
  }, [takesFocus]);

  function handleChanged(corrected: string) {
    setChanging(false);
    onChanged({ ...claim, address: corrected, changed: true });
    notice.current?.focus();
  }

  return (
    // The group takes the focus, and screen readers then say its name.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields of a form
    <div ref={notice} role="group" aria-labelledby={message} tabIndex={-1} className={styles.sent}>
      <Notice tone="success">
        <div id={message}>
          <p className={styles.message}>Discount code sent! Check your email.</p>
          <p>
            Your address:{" "}
            <strong>
              <EmailAddress address={address} />
            </strong>
          </p>
        </div>
      </Notice>
      {!changed && !changing && (
        <button type="button" className={styles.change} onClick={() => setChanging(true)}>
          Wrong address? Change it
        </button>
      )}
      {changing && (
        <EmailForm
          label="Enter the right email address:"
          buttonText="Change My Address"
          initialEmail={address}
          takesFocus
          submit={(form) => submitAddressChange(form, proof)}
          onSent={handleChanged}
          onPlayAgain={onPlayAgain}
        />
      )}
      <AskAgain claim={claim} />
    </div>
  );
}

/** Sends the same claim again. The server mails the code again at most every ten minutes. */
function AskAgain({ claim }: { claim: SentClaim }): ReactNode {
  const [answer, setAnswer] = useState("");

  async function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setAnswer("Sending…");
    const { proof } = claim;
    const result = await submitClaim(event.currentTarget, async () => ({ kind: "proof", proof }));
    setAnswer(
      result.kind === "sent"
        ? "Thank you. Please look for the email in a few minutes."
        : result.failure.message,
    );
  }

  return (
    <form onSubmit={ask}>
      <input type="hidden" name="email" value={claim.address} />
      <input type="hidden" name="proof" />
      <p>
        Not there in ten minutes? Look in your spam folder, or{" "}
        <button type="submit" className={styles.ask}>
          ask again
        </button>
        .
      </p>
      <p role="status">{answer}</p>
    </form>
  );
}
