// The dialogs for the actions on a person. Each keeps what is typed in it when it is closed.
import { type ReactNode, useState } from "react";
import { Field } from "../../ui/field/Field";
import { ConfirmDialog } from "../components/ConfirmDialog";
import desk from "../components/desk.module.css";

const DEFAULT_EXTENSION_DAYS = 30;
const MAX_EXTENSION_DAYS = 365;

/** `Input` is what the dialog asks for. */
interface PersonDialogProps<Input extends unknown[] = []> {
  code: string;
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onConfirm: (...input: Input) => void;
}

export function CorrectAddressDialog(props: PersonDialogProps<[address: string]>): ReactNode {
  const { code, onConfirm, ...state } = props;
  const [typed, setTyped] = useState("");
  const address = typed.trim();
  return (
    <ConfirmDialog
      {...state}
      heading="Correct the email address"
      confirmLabel="Correct and send"
      onConfirm={() => address !== "" && onConfirm(address)}
    >
      <p>
        The email with <span className={desk.code}>{code}</span> will be sent to the new address.
        Compare it with the patient letter by letter.
      </p>
      <Field
        label="New email address"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ConfirmDialog>
  );
}

export function ExtendDialog(props: PersonDialogProps<[days: number]>): ReactNode {
  const { code, onConfirm, ...state } = props;
  const [typed, setTyped] = useState(String(DEFAULT_EXTENSION_DAYS));
  const days = Number(typed);
  const isValid = Number.isInteger(days) && days >= 1 && days <= MAX_EXTENSION_DAYS;
  return (
    <ConfirmDialog
      {...state}
      heading="Extend this code"
      confirmLabel="Extend code"
      onConfirm={() => isValid && onConfirm(days)}
    >
      <p>
        <span className={desk.code}>{code}</span> will be valid for longer.
      </p>
      <Field
        label="Days to add"
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_EXTENSION_DAYS}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isValid ? undefined : `Enter a whole number from 1 to ${MAX_EXTENSION_DAYS}.`}
      />
    </ConfirmDialog>
  );
}

export function CancelDialog({ code, ...state }: PersonDialogProps): ReactNode {
  return (
    <ConfirmDialog
      {...state}
      heading="Cancel this code?"
      confirmLabel="Cancel this code"
      cancelLabel="Keep the code"
    >
      <p>
        <span className={desk.code}>{code}</span> can then no longer be redeemed. You cannot undo
        this.
      </p>
    </ConfirmDialog>
  );
}
