// The page behind the link that the server prints when it starts without an owner: it creates the owner's account and
// signs the owner in.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useLocation } from "wouter";
import { Field } from "../../ui/field/Field";
import { Logo } from "../../ui/logo/Logo";
import { Notice } from "../../ui/notice/Notice";
import { apiFailureOf, describeApiFailure } from "../api/api-error";
import * as api from "../api/endpoints";
import { setupLinkQuery } from "../api/queries";
import { ActionForm } from "../components/ActionForm";
import styles from "../components/desk.module.css";
import { NewPasswordField, resultOfForm } from "../components/fields/NewPasswordField";
import { LoadState } from "../components/LoadState";
import { type ActionResult, useAction } from "../components/use-action";
import { AFTER_SETUP_PATH } from "../content/content-address";
import { usePageTitle } from "../layout/page-title";
import { useFragmentToken } from "./fragment-token";
import { useSession } from "./SessionProvider";

export const OWNER_SETUP_PATH = "/desk/setup";

export function OwnerSetup(): ReactNode {
  const token = useFragmentToken();
  const link = useQuery(setupLinkQuery(token));
  const failure = link.isError ? apiFailureOf(link.error) : null;

  usePageTitle("Create the owner's account · Staff desk");

  return (
    <main className={styles.narrowPage}>
      <p>
        <Logo />
      </p>
      <h1>Create the owner's account</h1>
      {failure?.kind === "rejected" ? (
        <Notice tone="alarm" heading="This link does not work" live>
          <p>
            Have you created your account already? Then you do not need the link any more:{" "}
            <a href="/desk">sign in</a> with your name and password.
          </p>
          <p>{describeApiFailure(failure)}</p>
        </Notice>
      ) : (
        <LoadState query={link}>{() => <CreateOwner token={token} />}</LoadState>
      )}
    </main>
  );
}

function CreateOwner({ token }: { token: string }): ReactNode {
  const { startSession } = useSession();
  const [, navigate] = useLocation();
  const { run, busy, result } = useAction();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  // The link works once. When only signing in fails, the next press signs in again.
  const created = useRef<string | null>(null);

  function create() {
    run({
      request: async () => {
        created.current ??= (await api.createOwner({ token, name: name.trim(), password })).name;
        return api.signIn({ name: created.current, password });
      },
      onSuccess: (me) => {
        // Before the session starts: this page would ask about the used link again.
        navigate(AFTER_SETUP_PATH, { replace: true });
        startSession(me);
      },
    });
  }

  return (
    <>
      <p>
        The owner may do everything at the staff desk: edit the site, add colleagues, take
        appointments. You sign in with this name and password.
      </p>
      <ActionForm
        busy={busy}
        result={isAboutName(result) ? null : resultOfForm(result)}
        submitLabel="Create account"
        busyLabel="Creating the account…"
        onSubmit={create}
      >
        <Field
          label="Name"
          hint="For example your first name."
          name="name"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          error={isAboutName(result) ? result?.message : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <NewPasswordField
          label="Password"
          value={password}
          onChange={setPassword}
          result={result}
        />
      </ActionForm>
    </>
  );
}

function isAboutName(result: ActionResult | null): boolean {
  return result?.code === "invalid_name" || result?.code === "name_taken";
}
