// A message to oneself, to see whether the mail settings work, with the mail server's own answer.
import { type ReactNode, useState } from "react";
import { Field } from "../../ui/field/Field";
import * as api from "../api";
import { ActForm } from "../parts/ActForm";
import styles from "../parts/parts.module.css";
import { useAct } from "../parts/use-act";
import type { MailTest } from "../types";

const sentence: Record<MailTest["outcome"], string> = {
  taken: "The mail server took it. Look into the inbox, and into the spam folder.",
  refused: "The mail server refused it for good.",
  later: "The mail server could not take it now.",
};

export function TestMail(): ReactNode {
  const { act, busy, report, setReport } = useAct();
  const [to, setTo] = useState("");

  async function send() {
    const outcome = await act(() => api.testMail(to.trim()), "");
    if (!outcome.ok) return;
    const { outcome: answer, reason } = outcome.value;
    setReport({
      tone: answer === "taken" ? "success" : "alarm",
      sentence: reason ? `${sentence[answer]} It says: ${reason}` : sentence[answer],
    });
  }

  return (
    <section className={styles.section} aria-labelledby="test">
      <h2 id="test">Test the mail settings</h2>
      <ActForm busy={busy} report={report} button="Send the test" doing="Sending…" onSend={send}>
        <Field
          label="Send a test message to"
          type="email"
          required
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      </ActForm>
    </section>
  );
}
