// The page behind a one-time link: somebody who forgot the password chooses a new one. The token is in the fragment.
import { type ReactNode, useEffect, useState } from "react";
import { ButtonLink } from "../../ui/button/Button";
import { Logo } from "../../ui/logo/Logo";
import { Notice } from "../../ui/notice/Notice";
import * as api from "../api/endpoints";
import { ActionForm } from "../components/ActionForm";
import styles from "../components/desk.module.css";
import { NewPasswordField, resultOfForm } from "../components/NewPasswordField";
import { useAction } from "../components/use-action";

export const RESET_PASSWORD_PATH = "/desk/reset-password";

export function ResetPassword(): ReactNode {
  const { run, busy, result } = useAction();
  const [token] = useState(() => location.hash.slice(1));
  const [password, setPassword] = useState("");
  /** The account, after its password was changed. */
  const [name, setName] = useState<string | null>(null);

  useEffect(() => {
    document.title = "New password · Staff desk";
  }, []);

  function reset() {
    run({
      request: () => api.resetPassword({ token, password }),
      onSuccess: (account) => setName(account.name),
    });
  }

  return (
    <main className={styles.narrowPage}>
      <p>
        <Logo />
      </p>
      <h1>Choose a new password</h1>
      {name === null ? (
        <ActionForm
          busy={busy}
          result={resultOfForm(result)}
          submitLabel="Save password"
          busyLabel="Saving…"
          onSubmit={reset}
        >
          <NewPasswordField
            label="New password"
            value={password}
            onChange={setPassword}
            result={result}
          />
        </ActionForm>
      ) : (
        <>
          <Notice tone="success" live>
            <p>Your password has been changed. You can now sign in as {name}.</p>
          </Notice>
          <ButtonLink href="/desk">Sign in</ButtonLink>
        </>
      )}
    </main>
  );
}
