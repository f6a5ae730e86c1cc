// A message to oneself, to see whether the mail settings work, with the mail server's own answer.
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../../ui/button/Button";
import { Field } from "../../ui/field/Field";
import * as api from "../api";
import styles from "../parts/parts.module.css";
import { ReportNotice } from "../parts/ReportNotice";
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

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
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
      <form className={styles.form} onSubmit={send}>
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
        <Button type="submit" busy={busy}>
          {busy ? "Sending…" : "Send the test"}
        </Button>
        <ReportNotice report={report} />
      </form>
    </section>
  );
}
