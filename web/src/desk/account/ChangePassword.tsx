// The form to change one's own password. The server checks the strength and words the error.
import { type ReactNode, useState } from "react";
import * as api from "../api/endpoints";
import { ActionForm } from "../components/ActionForm";
import styles from "../components/desk.module.css";
import { NewPasswordField, resultOfForm } from "../components/fields/NewPasswordField";
import { PasswordField } from "../components/fields/PasswordField";
import { UsernameField } from "../components/fields/UsernameField";
import { useAction } from "../components/use-action";
import { useMe } from "../sign-in/SessionProvider";

export function ChangePassword(): ReactNode {
  const me = useMe();
  const { run, busy, result } = useAction();
  const [currentPassword, setCurrentPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");

  function change() {
    run({
      request: () => api.changePassword({ old: currentPassword, new: newPassword }),
      onSuccess: () => {
        setCurrentPassword("");
        setNewPassword("");
      },
      success: "Your password has been changed.",
    });
  }

  return (
    <section className={styles.section} aria-labelledby="password">
      <h2 id="password">Password</h2>
      <ActionForm
        busy={busy}
        result={resultOfForm(result)}
        submitLabel="Change password"
        busyLabel="Changing…"
        onSubmit={change}
      >
        <UsernameField name={me.name} />
        <PasswordField
          label="Current password"
          value={currentPassword}
          onChange={setCurrentPassword}
        />
        <NewPasswordField
          label="New password"
          value={newPassword}
          onChange={setNewPassword}
          result={result}
        />
      </ActionForm>
    </section>
  );
}
