// The page behind a one-time link: an invited colleague chooses a password, or somebody who forgot theirs a new one. The
// token is in the fragment.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import type { OpenedLink } from "../../generated/OpenedLink";
import type { Session } from "../../generated/Session";
import { ButtonLink } from "../../ui/button/Button";
import { Logo } from "../../ui/logo/Logo";
import { Notice } from "../../ui/notice/Notice";
import { apiFailureOf, describeApiFailure } from "../api/api-error";
import * as api from "../api/endpoints";
import { linkQuery } from "../api/queries";
import { ActionForm } from "../components/ActionForm";
import styles from "../components/desk.module.css";
import { NewPasswordField, resultOfForm } from "../components/fields/NewPasswordField";
import { UsernameField } from "../components/fields/UsernameField";
import { LoadState } from "../components/LoadState";
import { useAction } from "../components/use-action";
import { usePageTitle } from "../layout/page-title";
import { useFragmentToken } from "./fragment-token";
import { useSession } from "./SessionProvider";

export const RESET_PASSWORD_PATH = "/desk/reset-password";

export function ResetPassword(): ReactNode {
  const token = useFragmentToken();
  const link = useQuery(linkQuery(token));
  const failure = link.isError ? apiFailureOf(link.error) : null;

  usePageTitle("Choose a password · Staff desk");

  return (
    <main className={styles.narrowPage}>
      <p>
        <Logo />
      </p>
      <h1>{headingOf(link.data)}</h1>
      {failure?.kind === "rejected" ? (
        <Notice tone="alarm" heading="This link does not work" live>
          <p>
            Have you chosen your password already? Then you do not need the link any more:{" "}
            <a href="/desk">sign in</a> with it.
          </p>
          <p>{describeApiFailure(failure)}</p>
        </Notice>
      ) : (
        <LoadState query={link}>
          {(account) => <ChoosePassword token={token} account={account} />}
        </LoadState>
      )}
    </main>
  );
}

function headingOf(account: OpenedLink | undefined): string {
  if (!account) return "Choose a password";
  return account.invitation ? `Welcome, ${account.name}` : "Choose a new password";
}

/** Null when it does not work now: the password is saved, so the sign-in form does the rest. */
async function signIn(name: string, password: string): Promise<Session | null> {
  try {
    return await api.signIn({ name, password });
  } catch {
    return null;
  }
}

interface ChoosePasswordProps {
  token: string;
  account: OpenedLink;
}

function ChoosePassword({ token, account }: ChoosePasswordProps): ReactNode {
  const { name, invitation } = account;
  const { run, busy, result } = useAction();
  const { startSession } = useSession();
  const [, navigate] = useLocation();
  const [password, setPassword] = useState("");
  const [isSaved, setIsSaved] = useState(false);

  function reset() {
    run({
      request: async () => {
        await api.resetPassword({ token, password });
        return invitation ? signIn(name, password) : null;
      },
      onSuccess: (me) => {
        if (!me) return setIsSaved(true);
        // Before the session starts: this page would ask about the used link again.
        navigate("/desk", { replace: true });
        startSession(me);
      },
    });
  }

  if (isSaved) {
    return (
      <>
        <Notice tone="success" live>
          <p>
            Your password has been {invitation ? "saved" : "changed"}. You can now sign in as {name}
            .
          </p>
        </Notice>
        <ButtonLink href="/desk">Sign in</ButtonLink>
      </>
    );
  }
  return (
    <>
      {invitation && (
        <p>
          Choose a password for the staff desk. From now on you sign in with it and with the name{" "}
          <strong className={styles.name}>{name}</strong>.
        </p>
      )}
      <ActionForm
        busy={busy}
        result={resultOfForm(result)}
        submitLabel="Save password"
        busyLabel="Saving…"
        onSubmit={reset}
      >
        <UsernameField name={name} />
        <NewPasswordField
          label={invitation ? "Password" : "New password"}
          value={password}
          onChange={setPassword}
          result={result}
        />
      </ActionForm>
    </>
  );
}
