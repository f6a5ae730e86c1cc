// The dialogs for the actions on a person.
import type { ReactNode } from "react";
import { Field } from "../../ui/field/Field";
import { ConfirmDialog } from "../components/ConfirmDialog";
import desk from "../components/desk.module.css";

/** The days that the field begins with. */
export const FIRST_EXTENSION = "30";
const MAX_EXTENSION_DAYS = 365;

/** `Input` is what the dialog asks for. */
interface CodeHolderDialogProps<Input extends unknown[] = []> {
  code: string;
  open: boolean;
  busy: boolean;
  isSending: boolean;
  onClose: () => void;
  onConfirm: (...input: Input) => void;
}

/** With a field. */
interface TypedDialogProps<Input> extends CodeHolderDialogProps<[Input]> {
  typed: string;
  onType: (typed: string) => void;
}

export function CorrectAddressDialog(props: TypedDialogProps<string>): ReactNode {
  const { code, typed, onType, onConfirm, ...state } = props;
  const address = typed.trim();
  return (
    <ConfirmDialog
      {...state}
      heading="Correct the email address"
      confirmLabel="Correct and send"
      loss={address === "" ? null : "The email address is not corrected"}
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
        onChange={(event) => onType(event.target.value)}
      />
    </ConfirmDialog>
  );
}

export function ExtendDialog(props: TypedDialogProps<number>): ReactNode {
  const { code, typed, onType, onConfirm, ...state } = props;
  const days = Number(typed);
  const isValid = Number.isInteger(days) && days >= 1 && days <= MAX_EXTENSION_DAYS;
  return (
    <ConfirmDialog
      {...state}
      heading="Extend this code"
      confirmLabel="Extend code"
      loss={typed === FIRST_EXTENSION ? null : "The code is not extended"}
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
        onChange={(event) => onType(event.target.value)}
        error={isValid ? undefined : `Enter a whole number from 1 to ${MAX_EXTENSION_DAYS}.`}
      />
    </ConfirmDialog>
  );
}

export function CancelDialog({ code, ...state }: CodeHolderDialogProps): ReactNode {
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
