// The dialog "Confirm that it is you". Every action of the desk that the server refuses without a confirmation opens it and
// is repeated afterwards, so that nothing that was typed is lost.

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { ConfirmIdentityRequest } from "../../generated/ConfirmIdentityRequest";
import { Button } from "../../ui/button/Button";
import { Field } from "../../ui/field/Field";
import { Notice } from "../../ui/notice/Notice";
import { apiFailureOf, describeApiFailure } from "../api/api-error";
import * as api from "../api/endpoints";
import { DeskDialog } from "../components/DeskDialog";
import styles from "../components/desk.module.css";
import { PasswordField } from "../components/fields/PasswordField";
import { UsernameField } from "../components/fields/UsernameField";
import { ConfirmationContext, type RunConfirmed } from "./confirm-identity-context";
import { useMe } from "./SessionProvider";

/** Actions that wait for the answer: true after a confirmation, false when the dialog was closed. */
type Question = {
  readonly answer: Promise<boolean>;
  readonly resolve: (isConfirmed: boolean) => void;
};

export function ConfirmIdentity({ children }: { children: ReactNode }): ReactNode {
  const question = useRef<Question | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState("");
  const input = useRef<HTMLInputElement>(null);

  const settle = useCallback((isConfirmed: boolean) => {
    question.current?.resolve(isConfirmed);
    question.current = null;
    setIsOpen(false);
  }, []);

  // When the session ends, no action waits any longer.
  useEffect(() => () => settle(false), [settle]);

  // Here and not in the form, because only now the dialog is shown.
  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);

  const runConfirmed = useCallback<RunConfirmed>(async (request) => {
    try {
      return await request();
    } catch (error) {
      const failure = apiFailureOf(error);
      if (failure.kind !== "unconfirmed") throw error;
      question.current ??= newQuestion();
      setReason(failure.message);
      setIsOpen(true);
      if (!(await question.current.answer)) throw error;
      return request();
    }
  }, []);

  return (
    <ConfirmationContext value={runConfirmed}>
      {children}
      <DeskDialog heading="Confirm that it is you" open={isOpen} onClose={() => settle(false)}>
        {isOpen && (
          <ConfirmForm
            reason={reason}
            input={input}
            onConfirmed={() => settle(true)}
            onCancel={() => settle(false)}
          />
        )}
      </DeskDialog>
    </ConfirmationContext>
  );
}

function newQuestion(): Question {
  let resolve: Question["resolve"] = () => {};
  const answer = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  return { answer, resolve };
}

interface ConfirmFormProps {
  /** Why the server asks. */
  reason: string;
  input: { current: HTMLInputElement | null };
  onConfirmed: () => void;
  onCancel: () => void;
}

function ConfirmForm({ reason, input, onConfirmed, onCancel }: ConfirmFormProps): ReactNode {
  const me = useMe();
  const confirm = useMutation({
    mutationFn: (proof: ConfirmIdentityRequest) => api.confirmIdentity(proof),
  });
  const [typed, setTyped] = useState("");
  /** Two-step verification may have been turned on or off in another tab. */
  const [asksCode, setAsksCode] = useState(me.totp);
  const busy = confirm.isPending;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const proof = asksCode ? { totp: typed.replace(/\s/g, "") } : { password: typed };
    confirm.mutate(proof, { onSuccess: onConfirmed, onError: handleRejection });
  }

  function handleRejection(error: Error) {
    const failure = apiFailureOf(error);
    if (failure.kind !== "rejected") return;
    setAsksCode(failure.code !== "wrong_password");
    setTyped("");
    input.current?.focus();
  }

  return (
    <form className={styles.section} onSubmit={submit} aria-busy={busy || undefined}>
      <p>{reason}</p>
      <p>This protects the clinic if somebody else uses this device.</p>
      <UsernameField name={me.name} />
      {asksCode ? (
        <Field
          ref={input}
          label="6-digit code"
          hint="From your authenticator app. You can also enter a recovery code."
          required
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : (
        <PasswordField ref={input} label="Your password" value={typed} onChange={setTyped} />
      )}
      {confirm.isError && (
        <Notice tone="alarm" live>
          <p>{describeApiFailure(apiFailureOf(confirm.error))}</p>
        </Notice>
      )}
      <div className={styles.row}>
        <Button type="submit" busy={busy}>
          {busy ? "Confirming…" : "Confirm"}
        </Button>
        <Button weight="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
