// Two-step verification with an authenticator app (TOTP): set up with a QR code, confirm with a 6-digit code, save the
// recovery codes, turn off with the password.
import { type ReactNode, useState } from "react";
import type { TotpSetup } from "../../generated/TotpSetup";
import { Button, ButtonLink } from "../../ui/button/Button";
import { Field } from "../../ui/field/Field";
import { Notice } from "../../ui/notice/Notice";
import * as api from "../api/endpoints";
import { ActionForm } from "../components/ActionForm";
import { ActionNotice } from "../components/ActionNotice";
import desk from "../components/desk.module.css";
import { PasswordField } from "../components/PasswordField";
import { useAction } from "../components/use-action";
import { useMe, useSession } from "../session/SessionProvider";
import { QrCode } from "./QrCode";
import styles from "./TwoStepVerification.module.css";

type Step =
  | { readonly kind: "start" }
  | { readonly kind: "confirm"; readonly offer: TotpSetup }
  | { readonly kind: "done"; readonly recoveryCodes: readonly string[] };

export function TwoStepVerification(): ReactNode {
  const me = useMe();
  const [step, setStep] = useState<Step>({ kind: "start" });
  return (
    <section className={desk.section} aria-labelledby="two-step">
      <h2 id="two-step">Two-step verification</h2>
      {step.kind === "done" && <RecoveryCodeList codes={step.recoveryCodes} />}
      {step.kind === "confirm" && (
        <Confirm
          offer={step.offer}
          onConfirmed={(recoveryCodes) => setStep({ kind: "done", recoveryCodes })}
        />
      )}
      {step.kind === "start" && !me.totp && (
        <Begin onBegun={(offer) => setStep({ kind: "confirm", offer })} />
      )}
      {step.kind !== "confirm" && me.totp && (
        <TurnOff onTurnedOff={() => setStep({ kind: "start" })} />
      )}
    </section>
  );
}

function Begin({ onBegun }: { onBegun: (offer: TotpSetup) => void }): ReactNode {
  const { run, busy, result } = useAction();
  return (
    <>
      <p>
        When it is on, you sign in with your password and a 6-digit code from an authenticator app
        on your phone. A stolen password is then not enough to sign in.
      </p>
      <div className={desk.row}>
        <Button
          weight="quiet"
          busy={busy}
          onClick={() => run({ request: api.beginTotp, onSuccess: onBegun })}
        >
          Set up
        </Button>
      </div>
      <ActionNotice result={result} />
    </>
  );
}

interface ConfirmProps {
  offer: TotpSetup;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

function Confirm({ offer, onConfirmed }: ConfirmProps): ReactNode {
  const me = useMe();
  const { updateMe } = useSession();
  const { run, busy, result } = useAction();
  const [code, setCode] = useState("");

  function confirm() {
    run({
      request: () => api.confirmTotp(code.replace(/\s/g, "")),
      onSuccess: ({ recovery }) => {
        updateMe({ ...me, totp: true });
        onConfirmed(recovery);
      },
    });
  }

  return (
    <ActionForm busy={busy} result={result} submitLabel="Turn on" onSubmit={confirm}>
      <p>1. Scan this QR code with an authenticator app on your phone.</p>
      <QrCode text={offer.uri} label="QR code for your authenticator app" />
      <p>If you cannot scan it, enter this key in the app:</p>
      <p className={styles.key}>{offer.secret.match(/.{1,4}/g)?.join(" ")}</p>
      <p>If the app is on this phone, open it here:</p>
      <ButtonLink href={offer.uri} weight="quiet">
        Open authenticator app
      </ButtonLink>
      <Field
        label="2. Enter the 6-digit code from the app"
        required
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </ActionForm>
  );
}

function RecoveryCodeList({ codes }: { codes: readonly string[] }): ReactNode {
  return (
    <Notice tone="success" heading="Two-step verification is on" live>
      <p>
        Write down these recovery codes and keep them apart from your phone. If you lose your phone,
        each code lets you sign in once. They are not shown again.
      </p>
      <ul className={styles.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Notice>
  );
}

function TurnOff({ onTurnedOff }: { onTurnedOff: () => void }): ReactNode {
  const me = useMe();
  const { updateMe } = useSession();
  const { run, busy, result } = useAction();
  const [password, setPassword] = useState("");

  function turnOff() {
    run({
      request: () => api.turnTotpOff(password),
      onSuccess: () => {
        updateMe({ ...me, totp: false });
        onTurnedOff();
      },
    });
  }

  return (
    <ActionForm
      busy={busy}
      result={result}
      submitLabel="Turn off"
      weight="quiet"
      onSubmit={turnOff}
    >
      <p>Two-step verification is on. You need a 6-digit code to sign in.</p>
      <PasswordField
        label="Enter your password to turn it off"
        value={password}
        onChange={setPassword}
      />
    </ActionForm>
  );
}
