// One person: code, masked email address and state, with the actions of an owner.
import { type ReactNode, useState } from "react";
import type { CodeHolder } from "../../generated/CodeHolder";
import { Button } from "../../ui/button/Button";
import { EmailAddress } from "../../ui/email-address/EmailAddress";
import * as api from "../api/endpoints";
import { queryKeys } from "../api/queries";
import { formatDay, formatMoment } from "../clinic-time";
import { ActionNotice } from "../components/ActionNotice";
import desk from "../components/desk.module.css";
import { StateTag } from "../components/StateTag";
import { useAction } from "../components/use-action";
import {
  CancelDialog,
  CorrectAddressDialog,
  ExtendDialog,
  FIRST_EXTENSION,
} from "./CodeHolderDialogs";
import styles from "./CodeHolders.module.css";
import { StoredDataDialog } from "./StoredDataDialog";

type DialogName = "correct" | "extend" | "cancel" | "stored";

interface CodeHolderItemProps {
  person: CodeHolder;
  onErased: () => void;
}

export function CodeHolderItem({ person, onErased }: CodeHolderItemProps): ReactNode {
  const { code, state } = person;
  const [address, setAddress] = useState<string | null>(null);
  // A new object for each opening: a late answer must not close a dialog that was opened since.
  const [dialog, setDialog] = useState<{ readonly name: DialogName } | null>(null);
  const { run, busy, isSending, result } = useAction(dialog);
  // What is typed in the dialogs is there again after the server has refused it.
  const [correction, setCorrection] = useState("");
  const [extension, setExtension] = useState(FIRST_EXTENSION);
  const closeDialog = () => setDialog(null);
  const dialogProps = (name: DialogName) => ({
    code,
    busy,
    isSending,
    open: dialog?.name === name,
    onClose: closeDialog,
  });

  function showAddress() {
    run({
      request: () => api.openAddress(code),
      onSuccess: (opened) => setAddress(opened.address),
      success: "This has been recorded in the audit log.",
    });
  }

  function resend() {
    run({
      request: () => api.resendCode(code),
      invalidates: [queryKeys.people, queryKeys.emails],
      success: "The email will be sent again.",
    });
  }

  function correct(corrected: string) {
    run({
      request: () => api.correctAddress({ code, address: corrected }),
      invalidates: [queryKeys.people, queryKeys.emails],
      onSuccess: () => {
        setAddress(null);
        // Not another one that was typed meanwhile.
        setCorrection((typed) => (typed.trim() === corrected ? "" : typed));
      },
      onSettled: closeDialog,
      success: "The address has been corrected. The email will be sent there.",
    });
  }

  function extend(days: number) {
    run({
      request: () => api.extendCode(code, days),
      invalidates: [queryKeys.people],
      onSuccess: () => setExtension((typed) => (Number(typed) === days ? FIRST_EXTENSION : typed)),
      onSettled: closeDialog,
      success: days === 1 ? "Extended by 1 day." : `Extended by ${days} days.`,
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

  return (
    <details className={styles.person}>
      <summary>
        <span className={desk.code}>{code}</span>
        <span>
          <EmailAddress address={person.address} />
        </span>
        <span className={desk.row}>
          <StateTag state={state} />
          {person.mail !== "sent" && <StateTag state={person.mail} />}
        </span>
      </summary>
      <div className={desk.section}>
        <p>
          {address && (
            <>
              Email address:{" "}
              <strong>
                <EmailAddress address={address} />
              </strong>
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
            <Button
              weight="quiet"
              aria-haspopup="dialog"
              onClick={() => setDialog({ name: "correct" })}
            >
              Correct address
            </Button>
          )}
          {(state === "valid" || state === "expired") && (
            <Button
              weight="quiet"
              aria-haspopup="dialog"
              onClick={() => setDialog({ name: "extend" })}
            >
              Extend
            </Button>
          )}
          {state === "valid" && (
            <Button
              weight="quiet"
              aria-haspopup="dialog"
              onClick={() => setDialog({ name: "cancel" })}
            >
              Cancel code
            </Button>
          )}
          <Button
            weight="quiet"
            aria-haspopup="dialog"
            onClick={() => setDialog({ name: "stored" })}
          >
            Stored data
          </Button>
        </div>
        <ActionNotice result={result} />
      </div>
      <CorrectAddressDialog
        {...dialogProps("correct")}
        typed={correction}
        onType={setCorrection}
        onClose={() => {
          setCorrection("");
          closeDialog();
        }}
        onConfirm={correct}
      />
      <ExtendDialog
        {...dialogProps("extend")}
        typed={extension}
        onType={setExtension}
        onClose={() => {
          setExtension(FIRST_EXTENSION);
          closeDialog();
        }}
        onConfirm={extend}
      />
      <CancelDialog {...dialogProps("cancel")} onConfirm={cancel} />
      {dialog?.name === "stored" && (
        <StoredDataDialog
          query={code}
          onClose={closeDialog}
          onErased={() => {
            // Together, so that React closes the dialog before the screen moves focus.
            closeDialog();
            onErased();
          }}
        />
      )}
    </details>
  );
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
