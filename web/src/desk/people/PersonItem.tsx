// One person: code, masked address, state; and, once opened, all that an owner can do for them.
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button/Button";
import { Field } from "../../ui/field/Field";
import * as api from "../api";
import { Confirm } from "../parts/Confirm";
import styles from "../parts/parts.module.css";
import { ReportNotice } from "../parts/ReportNotice";
import { StateTag } from "../parts/StateTag";
import { useAct } from "../parts/use-act";
import { sayDay, sayMoment } from "../times";
import type { Person } from "../types";
import people from "./People.module.css";

type Question = "withdraw" | "erase" | "extend";

const USUAL_EXTENSION = 30;
const LONGEST_EXTENSION = 365;

interface PersonItemProps {
  person: Person;
  onChanged: () => Promise<void>;
  onErased: (code: string) => void;
}

export function PersonItem({ person, onChanged, onErased }: PersonItemProps): ReactNode {
  const { code, state } = person;
  const { act, busy, report } = useAct();
  const [address, setAddress] = useState<string | null>(null);
  const [asked, setAsked] = useState<Question | null>(null);
  const [days, setDays] = useState(String(USUAL_EXTENSION));
  const close = () => setAsked(null);

  async function run(...step: Parameters<typeof act>): Promise<void> {
    if (busy) return;
    const outcome = await act(...step);
    close();
    if (outcome.ok) await onChanged();
  }

  async function eraseThem() {
    if (busy) return;
    const outcome = await act(() => api.erase(code), "Erased.");
    close();
    if (outcome.ok) onErased(code);
  }

  async function showAddress() {
    if (busy) return;
    const outcome = await act(() => api.openAddress(code), "Opened. This is in the audit.");
    if (outcome.ok) setAddress(outcome.value.address);
  }

  return (
    <details className={people.person}>
      <summary>
        <span className={styles.code}>{code}</span>
        <span className={people.address}>{person.address}</span>
        <span className={styles.row}>
          <StateTag state={state} />
          {person.mail !== "sent" && <StateTag state={person.mail} />}
        </span>
      </summary>
      <div className={styles.section}>
        <p>
          {address && (
            <>
              Address: <strong className={styles.name}>{address}</strong>
              <br />
            </>
          )}
          Issued {sayMoment(person.issuedAt, Date.now())}. {fate(person)}
        </p>
        <div className={styles.row}>
          {!address && (
            <Button weight="quiet" busy={busy} onClick={showAddress}>
              Show the address
            </Button>
          )}
          <Button
            weight="quiet"
            busy={busy}
            onClick={() => void run(() => api.resend(code), "The mail is on its way again.")}
          >
            Send the mail again
          </Button>
          {(state === "good" || state === "expired") && (
            <Button weight="quiet" onClick={() => setAsked("extend")}>
              Extend
            </Button>
          )}
          {state === "good" && (
            <Button weight="quiet" onClick={() => setAsked("withdraw")}>
              Withdraw
            </Button>
          )}
          <Button weight="quiet" onClick={() => setAsked("erase")}>
            Erase
          </Button>
        </div>
        <ReportNotice report={report} />
      </div>
      <Confirm
        heading="Extend the code"
        action="Extend it"
        open={asked === "extend"}
        busy={busy}
        onClose={close}
        onConfirm={() => {
          if (!isDays(days)) return;
          void run(() => api.extend(code, Number(days)), `Extended by ${days} days.`);
        }}
      >
        <p>
          <span className={styles.code}>{code}</span> will be good for longer.
        </p>
        <Field
          label="Days to add"
          type="number"
          inputMode="numeric"
          min={1}
          max={LONGEST_EXTENSION}
          value={days}
          onChange={(event) => setDays(event.target.value)}
          error={isDays(days) ? undefined : `A whole number from 1 to ${LONGEST_EXTENSION}.`}
        />
      </Confirm>
      <Confirm
        heading="Withdraw the code?"
        action="Withdraw it"
        open={asked === "withdraw"}
        busy={busy}
        onClose={close}
        onConfirm={() => void run(() => api.withdraw(code), "The code is withdrawn.")}
      >
        <p>
          <span className={styles.code}>{code}</span> will no longer be taken at the desk. This
          cannot be undone.
        </p>
      </Confirm>
      <Confirm
        heading="Erase this person?"
        action="Erase for good"
        open={asked === "erase"}
        busy={busy}
        onClose={close}
        onConfirm={eraseThem}
      >
        <p>
          The address and the code <span className={styles.code}>{code}</span> are deleted, and the
          code stops working. Use it when somebody asks to be forgotten. This cannot be undone.
        </p>
      </Confirm>
    </details>
  );
}

function isDays(text: string): boolean {
  const days = Number(text);
  return Number.isInteger(days) && days >= 1 && days <= LONGEST_EXTENSION;
}

function fate({ state, validUntil, usedAt, usedBy }: Person): string {
  switch (state) {
    case "good":
      return `Good until ${sayDay(validUntil)}.`;
    case "used":
      return `Used ${usedAt ? sayMoment(usedAt, Date.now()) : ""}${usedBy ? ` by ${usedBy}` : ""}.`;
    case "expired":
      return `Expired on ${sayDay(validUntil)}.`;
    case "void":
      return "Withdrawn.";
  }
}
