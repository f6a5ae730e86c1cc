// Two-step verification with an authenticator app (TOTP): set up with a QR code, confirm with a 6-digit code, save the
// recovery codes. Every change asks for the password, and for a code when it is on already.
import { type ReactNode, useState } from "react";
import type { TotpSetup } from "../../generated/TotpSetup";
import { Button, ButtonLink } from "../../ui/button/Button";
import { Field } from "../../ui/field/Field";
import * as api from "../api/endpoints";
import { formatDay } from "../clinic-time";
import { ActionForm } from "../components/ActionForm";
import desk from "../components/desk.module.css";
import { PasswordField } from "../components/fields/PasswordField";
import { UsernameField } from "../components/fields/UsernameField";
import { QrCode } from "../components/QrCode";
import { useAction } from "../components/use-action";
import { useMe, useSession } from "../sign-in/SessionProvider";
import { RecoveryCodes } from "./RecoveryCodes";
import styles from "./TwoStepVerification.module.css";
import { TWO_STEP_HEADING } from "./two-step-path";

type Step =
  | { readonly kind: "start" }
  | { readonly kind: "replace" }
  | { readonly kind: "confirm"; readonly offer: TotpSetup }
  | { readonly kind: "done"; readonly recoveryCodes: readonly string[] };

interface TwoStepVerificationProps {
  /** On a page of its own, for an owner who can do nothing else before. */
  isOnlySetUp?: boolean;
}

export function TwoStepVerification({ isOnlySetUp = false }: TwoStepVerificationProps): ReactNode {
  const me = useMe();
  const [step, setStep] = useState<Step>({ kind: "start" });
  return (
    <section className={desk.section} aria-labelledby={TWO_STEP_HEADING}>
      {!isOnlySetUp && (
        <h2 id={TWO_STEP_HEADING} tabIndex={-1}>
          Two-step verification
        </h2>
      )}
      {step.kind === "done" && <RecoveryCodes name={me.name} codes={step.recoveryCodes} />}
      {step.kind === "confirm" && (
        <Confirm
          offer={step.offer}
          onConfirmed={(recoveryCodes) => setStep({ kind: "done", recoveryCodes })}
        />
      )}
      {step.kind === "start" && !me.totp && (
        <Begin onBegun={(offer) => setStep({ kind: "confirm", offer })} />
      )}
      {step.kind === "replace" && (
        <Replace
          onBegun={(offer) => setStep({ kind: "confirm", offer })}
          onCancel={() => setStep({ kind: "start" })}
        />
      )}
      {(step.kind === "start" || step.kind === "done") && me.totp && !isOnlySetUp && (
        <>
          {me.requiredTwoStep?.isRequired ? (
            <p>Two-step verification is on. Your account needs it, so it cannot be turned off.</p>
          ) : (
            <TurnOff onTurnedOff={() => setStep({ kind: "start" })} />
          )}
          <div className={desk.row}>
            <Button weight="quiet" onClick={() => setStep({ kind: "replace" })}>
              Use another phone
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function Begin({ onBegun }: { onBegun: (offer: TotpSetup) => void }): ReactNode {
  const me = useMe();
  const { run, busy, result } = useAction();
  const [password, setPassword] = useState("");
  return (
    <ActionForm
      busy={busy}
      result={result}
      submitLabel="Set up"
      weight="quiet"
      onSubmit={() => run({ request: () => api.beginTotp({ password }), onSuccess: onBegun })}
    >
      <p>
        When it is on, you sign in with your password and a 6-digit code from an authenticator app
        on your phone. A stolen password is then not enough to sign in.
      </p>
      <UsernameField name={me.name} />
      <PasswordField
        label="Enter your password to set it up"
        value={password}
        onChange={setPassword}
      />
    </ActionForm>
  );
}

interface ReplaceProps {
  onBegun: (offer: TotpSetup) => void;
  onCancel: () => void;
}

function Replace({ onBegun, onCancel }: ReplaceProps): ReactNode {
  const me = useMe();
  const { run, busy, result } = useAction();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  return (
    <>
      <ActionForm
        busy={busy}
        result={result}
        submitLabel="Continue"
        onSubmit={() =>
          run({ request: () => api.beginTotp({ password, totp: code }), onSuccess: onBegun })
        }
      >
        <p>
          Until the last step, your old phone keeps working. After it, the old phone and the old
          recovery codes no longer work.
        </p>
        <UsernameField name={me.name} />
        <PasswordField
          label="Enter your password to use another phone"
          value={password}
          onChange={setPassword}
        />
        <CodeField value={code} onChange={setCode} />
      </ActionForm>
      <div className={desk.row}>
        <Button weight="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </>
  );
}

/** A code of the two-step verification that is on now. */
function CodeField(props: { value: string; onChange: (value: string) => void }): ReactNode {
  return (
    <Field
      label="6-digit code or recovery code"
      required
      autoComplete="one-time-code"
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
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

function TurnOff({ onTurnedOff }: { onTurnedOff: () => void }): ReactNode {
  const me = useMe();
  const { updateMe } = useSession();
  const { run, busy, result } = useAction();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");

  function turnOff() {
    run({
      request: () => api.turnTotpOff({ password, totp: code }),
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
      {me.requiredTwoStep && (
        <p>
          You can turn it off for now. From {formatDay(me.requiredTwoStep.requiredFrom)}, your
          account needs it, and you will have to set it up again.
        </p>
      )}
      <UsernameField name={me.name} />
      <PasswordField
        label="Enter your password to turn it off"
        value={password}
        onChange={setPassword}
      />
      <CodeField value={code} onChange={setCode} />
    </ActionForm>
  );
}
