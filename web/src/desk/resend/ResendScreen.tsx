// For a patient who got no email: look up the address that they spell out, see what happened to the email, and send it
// again. The code itself is not shown.
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { AddressHolder } from "../../generated/AddressHolder";
import { Button } from "../../ui/button/Button";
import { Field } from "../../ui/field/Field";
import { Notice } from "../../ui/notice/Notice";
import { apiFailureOf, describeApiFailure } from "../api/api-error";
import * as api from "../api/endpoints";
import { queryKeys } from "../api/queries";
import { formatDay, formatMoment } from "../clinic-time";
import { ActionForm } from "../components/ActionForm";
import { ActionNotice } from "../components/ActionNotice";
import desk from "../components/desk.module.css";
import { StateTag } from "../components/StateTag";
import { useAction } from "../components/use-action";
import { useLoss } from "../layout/leaving/use-loss";

export function ResendScreen(): ReactNode {
  const [address, setAddress] = useState("");
  const lookUp = useMutation({ mutationFn: (typed: string) => api.lookUpAddress(typed) });
  const failure = lookUp.error && apiFailureOf(lookUp.error);
  const isTyped = address.trim() !== "" && !lookUp.isSuccess;
  useLoss(isTyped ? "The address is not looked up yet" : null);

  return (
    <>
      <h1 tabIndex={-1}>The email did not arrive</h1>
      <ActionForm
        busy={lookUp.isPending}
        result={
          failure && failure.kind !== "signedOut"
            ? { tone: "alarm", message: describeApiFailure(failure) }
            : null
        }
        submitLabel="Look up"
        busyLabel="Looking up…"
        onSubmit={() => lookUp.mutate(address.trim())}
      >
        <Field
          label="Email address"
          hint="Ask the patient to spell it out. It must be complete."
          type="email"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={address}
          onChange={(event) => {
            setAddress(event.target.value);
            // The result belongs to the address before.
            lookUp.reset();
          }}
        />
      </ActionForm>
      {lookUp.data?.holder === null && <NotFound />}
      {lookUp.data?.holder && (
        <Found key={lookUp.variables} address={lookUp.variables} holder={lookUp.data.holder} />
      )}
    </>
  );
}

function NotFound(): ReactNode {
  return (
    <Notice tone="alarm" heading="No code for this address" live>
      <p>Check the spelling letter by letter. People often have more than one address.</p>
      <p>
        If the patient mistyped it after the game, ask an owner: owners find a code by part of the
        address and correct it.
      </p>
    </Notice>
  );
}

function Found({ address, holder }: { address: string; holder: AddressHolder }): ReactNode {
  const { run, busy, result } = useAction();
  const { state, mail } = holder;

  function resend() {
    run({
      request: () => api.resendToAddress(address),
      invalidates: [queryKeys.people, queryKeys.emails],
      success: "The email will be sent again. Ask the patient to look in the spam folder as well.",
    });
  }

  return (
    <section className={desk.section} aria-labelledby="found">
      <h2 id="found" className={desk.name}>
        {holder.address}
      </h2>
      <p className={desk.row} role="status">
        <StateTag state={state} /> <StateTag state={mail} />
      </p>
      <p>
        Issued {formatMoment(holder.issuedAt, Date.now())}. {describeState(holder)}
      </p>
      {state === "valid" && (
        <div className={desk.row}>
          <Button busy={busy} onClick={resend}>
            Send email again
          </Button>
        </div>
      )}
      <ActionNotice result={result} />
    </section>
  );
}

function describeState({ state, validUntil, mail }: AddressHolder): string {
  switch (state) {
    case "valid":
      return `Valid until ${formatDay(validUntil)}. ${describeMail[mail]}`;
    case "used":
      return "The code has been used.";
    case "expired":
      return `Expired on ${formatDay(validUntil)}.`;
    case "cancelled":
      return "The code was cancelled.";
  }
}

const describeMail: Record<AddressHolder["mail"], string> = {
  sent: "The mail server accepted the email.",
  queued: "The email is waiting to be sent.",
  rejected: "The mail server rejected the address. Ask an owner to correct it.",
  failed: "The email could not be delivered.",
  replaced: "The email was not sent, because the address was corrected.",
  expired: "The email was not sent in time.",
};
