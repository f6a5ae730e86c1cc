// The way in: name and password, and the phone's six digits when the account asks for them. What was typed stays
// through every refusal, except the digits, which are spent.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button/Button";
import { Field } from "../ui/field/Field";
import { Logo } from "../ui/logo/Logo";
import { Notice } from "../ui/notice/Notice";
import * as api from "./api";
import { PasswordField } from "./parts/PasswordField";
import styles from "./parts/parts.module.css";
import { explain, type Problem } from "./problem";
import { useSession } from "./session";
import type { Me } from "./types";

/** `lapsed` is whoever was working here until the session ended. */
export function SignIn({ lapsed }: { lapsed: Me | null }): ReactNode {
  const { enter } = useSession();
  const [name, setName] = useState(lapsed?.name ?? "");
  const [password, setPassword] = useState("");
  const [digits, setDigits] = useState<string | null>(null);
  const [recovering, setRecovering] = useState(false);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const secret = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const asksDigits = digits !== null;

  useEffect(() => {
    document.title = "Sign in · Desk";
    (lapsed ? secret : first).current?.focus();
  }, [lapsed]);

  useEffect(() => {
    if (asksDigits) second.current?.focus();
  }, [asksDigits]);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setTrouble(null);
    const outcome = await api.login(name.trim(), password, digits?.replace(/\s/g, "") ?? null);
    setBusy(false);
    if (outcome.ok) return enter(outcome.value);
    const { problem } = outcome;
    const code = problem.kind === "refused" ? problem.code : null;
    if (code === "totp_needed") return setDigits("");
    setTrouble(problem);
    if (code === "totp_wrong") {
      setDigits("");
      second.current?.focus();
    } else if (code === "wrong_login") {
      setDigits(null);
      secret.current?.select();
    }
  }

  return (
    <main className={styles.alone}>
      <p>
        <Logo />
      </p>
      <h1>Sign in to the desk</h1>
      {lapsed && (
        <Notice live>
          <p>Your time at the desk ran out. Sign in again: what you typed is still here.</p>
        </Notice>
      )}
      <form className={styles.form} onSubmit={send} aria-busy={busy}>
        <Field
          ref={first}
          label="Name"
          name="name"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            // Whether digits are asked for is another account's own matter.
            setDigits(null);
          }}
        />
        <PasswordField ref={secret} label="Password" value={password} onType={setPassword} />
        {asksDigits && (
          <>
            <Field
              ref={second}
              label={recovering ? "Recovery code" : "Six digits from your phone"}
              hint={
                recovering
                  ? "Each one works once."
                  : "They are in your authenticator app, under Desk."
              }
              name="totp"
              required
              autoComplete="one-time-code"
              inputMode={recovering ? "text" : "numeric"}
              autoCapitalize="none"
              spellCheck={false}
              value={digits}
              onChange={(event) => setDigits(event.target.value)}
            />
            <button
              type="button"
              className={styles.textButton}
              onClick={() => {
                setRecovering(!recovering);
                second.current?.focus();
              }}
            >
              {recovering ? "Use the phone instead" : "No phone? Use a recovery code"}
            </button>
          </>
        )}
        {trouble && (
          <Notice tone="alarm" live>
            <p>{explain(trouble)}</p>
          </Notice>
        )}
        <Button type="submit" wide busy={busy}>
          {busy ? "Signing in…" : "Sign in"}
        </Button>
      </form>
    </main>
  );
}
