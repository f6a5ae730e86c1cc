// The second step by phone: set up with a secret, proved with six digits, and left with recovery codes that are shown
// once. Turning it off asks for the password.
import { type ReactNode, useState } from "react";
import { Button, ButtonLink } from "../../ui/button/Button";
import { Field } from "../../ui/field/Field";
import { Notice } from "../../ui/notice/Notice";
import * as api from "../api";
import { ActForm } from "../parts/ActForm";
import { PasswordField } from "../parts/PasswordField";
import styles from "../parts/parts.module.css";
import { ReportNotice } from "../parts/ReportNotice";
import { useAct } from "../parts/use-act";
import { useMe, useSession } from "../session";
import type { TotpSecret } from "../types";

type Stage =
  | { readonly kind: "rest" }
  | { readonly kind: "begun"; readonly secret: TotpSecret }
  | { readonly kind: "done"; readonly recovery: readonly string[] };

export function TotpSection(): ReactNode {
  const me = useMe();
  const [stage, setStage] = useState<Stage>({ kind: "rest" });
  return (
    <section className={styles.section} aria-labelledby="totp">
      <h2 id="totp">Second step by phone</h2>
      {stage.kind === "done" && <Recovery codes={stage.recovery} />}
      {stage.kind === "begun" && (
        <Proof secret={stage.secret} onDone={(recovery) => setStage({ kind: "done", recovery })} />
      )}
      {stage.kind === "rest" && !me.totp && (
        <Begin onBegun={(secret) => setStage({ kind: "begun", secret })} />
      )}
      {stage.kind !== "begun" && me.totp && <End onEnded={() => setStage({ kind: "rest" })} />}
    </section>
  );
}

function Begin({ onBegun }: { onBegun: (secret: TotpSecret) => void }): ReactNode {
  const { act, busy, report } = useAct();
  async function begin() {
    if (busy) return;
    const outcome = await act(api.beginTotp, "");
    if (outcome.ok) onBegun(outcome.value);
  }
  return (
    <>
      <p>
        With it, a stolen password alone opens nothing: signing in also takes six digits from an
        authenticator app on your phone.
      </p>
      <div className={styles.row}>
        <Button weight="quiet" busy={busy} onClick={begin}>
          Set it up
        </Button>
      </div>
      <ReportNotice report={report} />
    </>
  );
}

function Proof({
  secret,
  onDone,
}: {
  secret: TotpSecret;
  onDone: (recovery: readonly string[]) => void;
}): ReactNode {
  const me = useMe();
  const { update } = useSession();
  const { act, busy, report } = useAct();
  const [digits, setDigits] = useState("");

  async function confirm() {
    const outcome = await act(() => api.confirmTotp(digits.replace(/\s/g, "")), "");
    if (!outcome.ok) return;
    update({ ...me, totp: true });
    onDone(outcome.value.recovery);
  }

  return (
    <ActForm busy={busy} report={report} button="Confirm" onSend={confirm}>
      <p>
        1. Add the desk to your authenticator app. On this phone, press the button; on another, type
        this key by hand:
      </p>
      <p className={styles.secret}>{secret.secret.match(/.{1,4}/g)?.join(" ")}</p>
      <ButtonLink href={secret.uri} weight="quiet">
        Open the authenticator app
      </ButtonLink>
      <Field
        label="2. Type the six digits that it shows"
        required
        autoComplete="one-time-code"
        inputMode="numeric"
        value={digits}
        onChange={(event) => setDigits(event.target.value)}
      />
    </ActForm>
  );
}

function Recovery({ codes }: { codes: readonly string[] }): ReactNode {
  return (
    <Notice tone="success" heading="It is on" live>
      <p>
        Write these recovery codes down and keep them apart from your phone. Each opens the desk
        once if the phone is lost. They are not shown again.
      </p>
      <ul className={styles.recovery}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Notice>
  );
}

function End({ onEnded }: { onEnded: () => void }): ReactNode {
  const me = useMe();
  const { update } = useSession();
  const { act, busy, report } = useAct();
  const [password, setPassword] = useState("");

  async function end() {
    const outcome = await act(() => api.endTotp(password), "");
    if (!outcome.ok) return;
    update({ ...me, totp: false });
    onEnded();
  }

  return (
    <ActForm busy={busy} report={report} button="Turn it off" weight="quiet" onSend={end}>
      <p>It is on: signing in asks for six digits from your phone.</p>
      <PasswordField label="Your password, to turn it off" value={password} onType={setPassword} />
    </ActForm>
  );
}
