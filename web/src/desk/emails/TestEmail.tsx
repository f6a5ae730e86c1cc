// Sends a test email and shows the mail server's response.
import { type ReactNode, useState } from "react";
import { Field } from "../../ui/field/Field";
import * as api from "../api/endpoints";
import type { TestOutcome } from "../api/types";
import { ActionForm } from "../components/ActionForm";
import styles from "../components/desk.module.css";
import { type ActionResult, useAction } from "../components/use-action";

const messages: Record<TestOutcome["outcome"], string> = {
  taken: "The mail server accepted it. Check the inbox and the spam folder.",
  refused: "The mail server rejected it.",
  later: "The mail server could not accept it now. Try again later.",
};

export function TestEmail(): ReactNode {
  const { run, busy, result } = useAction();
  const [address, setAddress] = useState("");

  function send() {
    run({ request: () => api.sendTestEmail(address.trim()), success: describeOutcome });
  }

  return (
    <section className={styles.section} aria-labelledby="test-email">
      <h2 id="test-email">Test the email settings</h2>
      <ActionForm
        busy={busy}
        result={result}
        submitLabel="Send test email"
        busyLabel="Sending…"
        onSubmit={send}
      >
        <Field
          label="Send a test email to"
          type="email"
          required
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
      </ActionForm>
    </section>
  );
}

function describeOutcome({ outcome, reason }: TestOutcome): ActionResult {
  return {
    tone: outcome === "taken" ? "success" : "alarm",
    message: reason ? `${messages[outcome]} Its response: ${reason}` : messages[outcome],
  };
}
