// Changes one's own password. What makes a good one is the server's rule, told in its words.
import { type ReactNode, useState } from "react";
import * as api from "../api";
import { ActForm } from "../parts/ActForm";
import { PasswordField } from "../parts/PasswordField";
import styles from "../parts/parts.module.css";
import { useAct } from "../parts/use-act";
import { useMe } from "../session";

export function PasswordForm(): ReactNode {
  const me = useMe();
  const { act, busy, report } = useAct();
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");

  async function change() {
    const outcome = await act(() => api.changePassword(old, fresh), "Your password is changed.");
    if (!outcome.ok) return;
    setOld("");
    setFresh("");
  }

  return (
    <section className={styles.section} aria-labelledby="password">
      <h2 id="password">Password</h2>
      <ActForm
        busy={busy}
        report={report}
        button="Change the password"
        doing="Changing…"
        onSend={change}
      >
        {/* Password managers need to know whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={me.name} readOnly />
        <PasswordField label="The password you have" value={old} onType={setOld} />
        <PasswordField label="The new one" fresh value={fresh} onType={setFresh} />
      </ActForm>
    </section>
  );
}
