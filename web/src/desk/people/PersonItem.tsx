// One person: code, masked email address and state, with the actions of an owner.
import { type ReactNode, useState } from "react";
import type { CodeHolder } from "../../generated/CodeHolder";
import { Button } from "../../ui/button/Button";
import { Field } from "../../ui/field/Field";
import * as api from "../api/endpoints";
import { queryKeys } from "../api/queries";
import { formatDay, formatMoment } from "../clinic-time";
import { ActionNotice } from "../components/ActionNotice";
import { ConfirmDialog } from "../components/ConfirmDialog";
import desk from "../components/desk.module.css";
import { StateTag } from "../components/StateTag";
import { useAction } from "../components/use-action";
import styles from "./People.module.css";
import { saveJson } from "./save-json";

type OpenDialog = "correct" | "extend" | "cancel" | "erase";

const DEFAULT_EXTENSION_DAYS = 30;
const MAX_EXTENSION_DAYS = 365;

interface PersonItemProps {
  person: CodeHolder;
  onErased: (code: string) => void;
}

export function PersonItem({ person, onErased }: PersonItemProps): ReactNode {
  const { code, state } = person;
  const { run, busy, result } = useAction();
  const [address, setAddress] = useState<string | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [days, setDays] = useState(String(DEFAULT_EXTENSION_DAYS));
  const [corrected, setCorrected] = useState("");
  const closeDialog = () => setDialog(null);

  function showAddress() {
    run({
      request: () => api.openAddress(code),
      onSuccess: (opened) => setAddress(opened.address),
      success: "This has been recorded in the audit log.",
    });
  }

  function saveData() {
    run({
      request: () => api.exportPerson(code),
      onSuccess: (data) => saveJson(`${code}.json`, data),
      success:
        "The file contains everything stored about this person. This has been recorded in the audit log.",
    });
  }

  function resend() {
    run({
      request: () => api.resendCode(code),
      invalidates: [queryKeys.people, queryKeys.emails],
      success: "The email will be sent again.",
    });
  }

  function correct() {
    const next = corrected.trim();
    if (next === "") return;
    run({
      request: () => api.correctAddress({ code, address: next }),
      invalidates: [queryKeys.people, queryKeys.emails],
      onSuccess: () => {
        setAddress(null);
        setCorrected("");
      },
      onSettled: closeDialog,
      success: "The address has been corrected. The email will be sent there.",
    });
  }

  function extend() {
    if (!isValidExtension(days)) return;
    run({
      request: () => api.extendCode(code, Number(days)),
      invalidates: [queryKeys.people],
      onSettled: closeDialog,
      success: `Extended by ${days} days.`,
    });
  }

  function cancel() {
    run({
      request: () => api.cancelCode(code),
      invalidates: [queryKeys.people],
      onSettled: closeDialog,
      success: "The code has been cancelled.",
    });
  }

  function erase() {
    run({
      request: () => api.erasePerson(code),
      invalidates: [queryKeys.people, queryKeys.emails],
      onSuccess: () => {
        // Together, so that React closes the dialog before the screen moves focus.
        closeDialog();
        onErased(code);
      },
      onSettled: closeDialog,
    });
  }

  return (
    <details className={styles.person}>
      <summary>
        <span className={desk.code}>{code}</span>
        <span className={styles.address}>{person.address}</span>
        <span className={desk.row}>
          <StateTag state={state} />
          {person.mail !== "sent" && <StateTag state={person.mail} />}
        </span>
      </summary>
      <div className={desk.section}>
        <p>
          {address && (
            <>
              Email address: <strong className={desk.name}>{address}</strong>
              <br />
            </>
          )}
          Issued {formatMoment(person.issuedAt, Date.now())}. {describeState(person)}
        </p>
        <div className={desk.row}>
          {!address && (
            <Button weight="quiet" busy={busy} onClick={showAddress}>
              Show email address
            </Button>
          )}
          <Button weight="quiet" busy={busy} onClick={resend}>
            Send email again
          </Button>
          {state === "valid" && (
            <Button weight="quiet" onClick={() => setDialog("correct")}>
              Correct address
            </Button>
          )}
          {(state === "valid" || state === "expired") && (
            <Button weight="quiet" onClick={() => setDialog("extend")}>
              Extend
            </Button>
          )}
          {state === "valid" && (
            <Button weight="quiet" onClick={() => setDialog("cancel")}>
              Cancel code
            </Button>
          )}
          <Button weight="quiet" busy={busy} onClick={saveData}>
            Download data
          </Button>
          <Button weight="quiet" onClick={() => setDialog("erase")}>
            Erase
          </Button>
        </div>
        <ActionNotice result={result} />
      </div>
      <ConfirmDialog
        heading="Correct the email address"
        confirmLabel="Correct and send"
        open={dialog === "correct"}
        busy={busy}
        onClose={closeDialog}
        onConfirm={correct}
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
          value={corrected}
          onChange={(event) => setCorrected(event.target.value)}
        />
      </ConfirmDialog>
      <ConfirmDialog
        heading="Extend this code"
        confirmLabel="Extend code"
        open={dialog === "extend"}
        busy={busy}
        onClose={closeDialog}
        onConfirm={extend}
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
          value={days}
          onChange={(event) => setDays(event.target.value)}
          error={
            isValidExtension(days)
              ? undefined
              : `Enter a whole number from 1 to ${MAX_EXTENSION_DAYS}.`
          }
        />
      </ConfirmDialog>
      <ConfirmDialog
        heading="Cancel this code?"
        confirmLabel="Cancel this code"
        cancelLabel="Keep the code"
        open={dialog === "cancel"}
        busy={busy}
        onClose={closeDialog}
        onConfirm={cancel}
      >
        <p>
          <span className={desk.code}>{code}</span> can then no longer be redeemed. You cannot undo
          this.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        heading="Erase this person?"
        confirmLabel="Erase permanently"
        open={dialog === "erase"}
        busy={busy}
        onClose={closeDialog}
        onConfirm={erase}
      >
        <p>
          This deletes the email address and the code <span className={desk.code}>{code}</span>. The
          code stops working. Do this when someone asks you to delete their data. You cannot undo
          this.
        </p>
      </ConfirmDialog>
    </details>
  );
}

function isValidExtension(text: string): boolean {
  const days = Number(text);
  return Number.isInteger(days) && days >= 1 && days <= MAX_EXTENSION_DAYS;
}

function describeState({ state, validUntil, usedAt, usedBy }: CodeHolder): string {
  switch (state) {
    case "valid":
      return `Valid until ${formatDay(validUntil)}.`;
    case "used":
      return `Used${usedAt ? ` ${formatMoment(usedAt, Date.now())}` : ""}${usedBy ? ` by ${usedBy}` : ""}.`;
    case "expired":
      return `Expired on ${formatDay(validUntil)}.`;
    case "cancelled":
      return "Cancelled.";
  }
}
