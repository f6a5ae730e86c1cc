// A form with one submit button and a notice for the result. What is wrong with a field stands at the field. Ignores a second submit while the first is pending.
import type { FormEvent, ReactNode } from "react";
import { Button } from "../../ui/button/Button";
import { ActionNotice } from "./ActionNotice";
import styles from "./desk.module.css";
import { FieldErrors, useFieldErrors } from "./fields/field-errors";
import type { ActionResult } from "./use-action";

interface ActionFormProps {
  busy: boolean;
  result: ActionResult | null;
  submitLabel: string;
  /** The button's label while the request is pending. */
  busyLabel?: string;
  weight?: "primary" | "quiet";
  onSubmit: () => void;
  /** What helps after a failure. */
  afterResult?: ReactNode;
  children: ReactNode;
}

export function ActionForm(props: ActionFormProps): ReactNode {
  const { busy, result, submitLabel, busyLabel = submitLabel, weight, onSubmit, children } = props;
  const { afterResult } = props;
  const { form, errors, notice } = useFieldErrors(result);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) onSubmit();
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit}>
      <FieldErrors value={errors}>{children}</FieldErrors>
      <Button type="submit" weight={weight} busy={busy}>
        {busy ? busyLabel : submitLabel}
      </Button>
      <ActionNotice result={notice} />
      {afterResult}
    </form>
  );
}
