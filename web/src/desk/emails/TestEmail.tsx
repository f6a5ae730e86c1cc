// Sends a test email and shows the mail server's response.
import { type ReactNode, useState } from "react";
import type { TestEmailResult } from "../../generated/TestEmailResult";
import { Field } from "../../ui/field/Field";
import * as api from "../api/endpoints";
import { ActionForm } from "../components/ActionForm";
import styles from "../components/desk.module.css";
import { type ActionResult, useAction } from "../components/use-action";
import { useLoss } from "../layout/leaving/use-loss";

const messages: Record<TestEmailResult["outcome"], string> = {
  accepted: "The mail server accepted it. Check the inbox and the spam folder.",
  rejected: "The mail server rejected it.",
  deferred: "The mail server could not accept it now. Try again later.",
};

export function TestEmail(): ReactNode {
  const { run, busy, result } = useAction();
  const [address, setAddress] = useState("");
  const [sent, setSent] = useState("");
  const typed = address.trim();
  useLoss(typed === "" || typed === sent ? null : "The test email is not sent");

  function send() {
    run({
      request: () => api.sendTestEmail(typed),
      onSuccess: () => setSent(typed),
      success: describeOutcome,
    });
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

function describeOutcome({ outcome, reason }: TestEmailResult): ActionResult {
  return {
    tone: outcome === "accepted" ? "success" : "alarm",
    message: reason ? `${messages[outcome]} Its response: ${reason}` : messages[outcome],
  };
}
