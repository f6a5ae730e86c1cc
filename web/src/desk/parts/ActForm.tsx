// A form of the desk: its questions, the button that sends them, and what became of it. Pressing again while the
// answer is on its way sends nothing.
import type { FormEvent, ReactNode } from "react";
import { Button } from "../../ui/button/Button";
import styles from "./parts.module.css";
import { ReportNotice } from "./ReportNotice";
import type { Report } from "./use-act";

interface ActFormProps {
  busy: boolean;
  report: Report | null;
  /** What the button says. */
  button: string;
  /** What it says while the answer is on its way. */
  doing?: string;
  weight?: "primary" | "quiet";
  onSend: () => Promise<void>;
  children: ReactNode;
}

export function ActForm(props: ActFormProps): ReactNode {
  const { busy, report, button, doing = button, weight, onSend, children } = props;
  function send(event: FormEvent) {
    event.preventDefault();
    if (!busy) void onSend();
  }
  return (
    <form className={styles.form} onSubmit={send}>
      {children}
      <Button type="submit" weight={weight} busy={busy}>
        {busy ? doing : button}
      </Button>
      <ReportNotice report={report} />
    </form>
  );
}
