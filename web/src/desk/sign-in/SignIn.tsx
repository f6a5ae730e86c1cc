// The sign-in form: name and password, then a 6-digit code or a recovery code if the account has two-step verification.
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Session } from "../../generated/Session";
import type { SignInRequest } from "../../generated/SignInRequest";
import { Button } from "../../ui/button/Button";
import { Field } from "../../ui/field/Field";
import { Logo } from "../../ui/logo/Logo";
import { Notice } from "../../ui/notice/Notice";
import { apiFailureOf, describeApiFailure } from "../api/api-error";
import * as api from "../api/endpoints";
import { ConfirmDialog } from "../components/ConfirmDialog";
import styles from "../components/desk.module.css";
import { PasswordField } from "../components/fields/PasswordField";
import { findLosses, whatIsLost } from "../layout/leaving/losses";
import { usePageTitle } from "../layout/page-title";
import { useSession } from "./SessionProvider";

interface SignInProps {
  /** The person whose session has expired, if any. */
  expired?: Session | null;
  /** Whether the screen behind the form keeps what was typed. */
  keepsInput?: boolean;
  /** What only that screen had. */
  losses?: readonly string[];
}

export function SignIn(props: SignInProps): ReactNode {
  const { expired = null, keepsInput = false, losses = [] } = props;
  const { startSession } = useSession();
  const signIn = useMutation({ mutationFn: (login: SignInRequest) => api.signIn(login) });
  const [name, setName] = useState(expired?.name ?? "");
  const [password, setPassword] = useState("");
  /** Null until the server asks for a second step. */
  const [totp, setTotp] = useState<string | null>(null);
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false);
  /** Whether somebody else may take the place of the person whose input waits. */
  const [replaces, setReplaces] = useState<"unasked" | "asking" | "confirmed">("unasked");
  const nameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const totpInput = useRef<HTMLInputElement>(null);
  const asksTotp = totp !== null;
  const busy = signIn.isPending;
  const isRejected = signIn.isError && rejectionCode(signIn.error) !== "totp_needed";

  usePageTitle("Sign in · Staff desk");
  useEffect(() => {
    (expired ? passwordInput : nameInput).current?.focus();
  }, [expired]);

  useEffect(() => {
    if (asksTotp) totpInput.current?.focus();
  }, [asksTotp]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const isOther = expired !== null && name.trim() !== expired.name;
    if (isOther && replaces !== "confirmed" && findLosses().length > 0) setReplaces("asking");
    else send();
  }

  function send() {
    const login = { name: name.trim(), password };
    signIn.mutate(asksTotp ? { ...login, totp: totp.replace(/\s/g, "") } : login, {
      onSuccess: startSession,
      onError: handleRejection,
    });
  }

  function handleRejection(error: Error) {
    switch (rejectionCode(error)) {
      case "totp_needed":
        return setTotp("");
      case "totp_wrong":
        // A code works only once, so it has to be typed again in any case.
        setTotp("");
        return totpInput.current?.focus();
      case "wrong_login":
        setTotp(null);
        return passwordInput.current?.select();
    }
  }

  return (
    <main className={styles.narrowPage}>
      <p>
        <Logo />
      </p>
      <h1>Sign in to the staff desk</h1>
      {expired && (
        <Notice live>
          <p>{describeApiFailure({ kind: "signedOut" })}</p>
          {keepsInput ? (
            <p>What you typed has been kept.</p>
          ) : (
            // The screen is left already.
            losses.map((loss) => <p key={loss}>{`Lost: ${whatIsLost(loss)}`}</p>)
          )}
        </Notice>
      )}
      <form className={styles.form} onSubmit={submit} aria-busy={busy || undefined}>
        <Field
          ref={nameInput}
          label="Name"
          name="name"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            // Another account may not have two-step verification.
            setTotp(null);
          }}
        />
        <PasswordField
          ref={passwordInput}
          label="Password"
          value={password}
          onChange={setPassword}
        />
        {asksTotp && (
          <>
            <Field
              ref={totpInput}
              label={usesRecoveryCode ? "Recovery code" : "6-digit code"}
              hint={
                usesRecoveryCode
                  ? `Each one works once. If you have none left, ask whoever set up this website for the clinic to run: clinic staff reset-two-step ${quoted(name)}`
                  : "Open your authenticator app to see the code."
              }
              name="totp"
              required
              autoComplete="one-time-code"
              inputMode={usesRecoveryCode ? "text" : "numeric"}
              autoCapitalize="none"
              spellCheck={false}
              value={totp}
              onChange={(event) => setTotp(event.target.value)}
            />
            <button
              type="button"
              className={styles.textButton}
              onClick={() => {
                setUsesRecoveryCode(!usesRecoveryCode);
                totpInput.current?.focus();
              }}
            >
              {usesRecoveryCode ? "Use a 6-digit code instead" : "Use a recovery code instead"}
            </button>
          </>
        )}
        {isRejected && (
          <Notice tone="alarm" live>
            <p>{describeApiFailure(apiFailureOf(signIn.error))}</p>
          </Notice>
        )}
        <Button type="submit" wide busy={busy}>
          {busy ? "Signing in…" : "Sign in"}
        </Button>
      </form>
      {expired && replaces === "asking" && (
        <ConfirmDialog
          heading="Sign in with another account?"
          confirmLabel="Sign in, and lose it"
          open
          busy={busy}
          isCautious
          onConfirm={() => {
            setReplaces("confirmed");
            send();
          }}
          onClose={() => setReplaces("unasked")}
        >
          <p>
            Only this page has something that {expired.name} typed. If you sign in with another
            account, it is lost.
          </p>
        </ConfirmDialog>
      )}
      <details>
        <summary className={styles.textButton}>Forgot your password?</summary>
        <p>
          Ask an owner of the clinic’s desk: under Staff, “New password link” makes a link with
          which you choose a new password.
        </p>
        <p>
          Are you the only owner? Ask whoever set up this website for the clinic to run this command
          and to send you the link that it prints:{" "}
          <code>clinic staff reset-password {quoted(name)}</code>
        </p>
      </details>
    </main>
  );
}

/** The name as one word of a command, if it is one that an account can have. Otherwise what to put there. */
function quoted(name: string): string {
  const trimmed = name.trim();
  if (!/^\p{L}[\p{L}\p{N} ._'’-]+$/u.test(trimmed)) return "NAME";
  return /^[\p{L}\p{N}._-]+$/u.test(trimmed) ? trimmed : `"${trimmed}"`;
}

function rejectionCode(error: unknown): string | null {
  const failure = apiFailureOf(error);
  return failure.kind === "rejected" ? failure.code : null;
}
