// Sends the link of an invitation by the clinic's mail server. A link that has ended, or went to another address, is replaced by a
// new one, which is then sent.
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { InvitationEmail } from "../../generated/InvitationEmail";
import type { OneTimeLink } from "../../generated/OneTimeLink";
import { Button } from "../../ui/button/Button";
import { Field } from "../../ui/field/Field";
import { Notice } from "../../ui/notice/Notice";
import * as api from "../api/endpoints";
import { queryKeys } from "../api/queries";
import { ActionForm } from "../components/ActionForm";
import { useAction } from "../components/use-action";
import { useLoss } from "../layout/leaving/use-loss";
import { useMe } from "../sign-in/SessionProvider";

/** The address as the owner typed it, and whether the mail server has taken the email. */
export type SentInvitation = { readonly to: string; readonly state: InvitationEmail["state"] };

interface SendInvitationProps {
  name: string;
  link: OneTimeLink;
  /** Null until this link was sent. */
  sent: SentInvitation | null;
  onSent: (link: OneTimeLink, sent: SentInvitation | null) => void;
}

export function SendInvitation({ name, link, sent, onSent }: SendInvitationProps): ReactNode {
  const me = useMe();
  const { run, busy, result } = useAction();
  const [address, setAddress] = useState("");
  const typed = address.trim();
  useLoss(typed === "" || sent ? null : "The invitation is not sent");
  const needsNewLink = result?.code === "invalid_link" || result?.code === "already_sent";

  function send() {
    run({
      request: () => api.sendInvitation(name, { token: tokenOf(link), address: typed }),
      invalidates: [queryKeys.staff],
      onSuccess: ({ state }) => onSent(link, { to: typed, state }),
    });
  }

  function sendNewLink() {
    run({
      request: async () => {
        const renewed = await api.offerPasswordReset(name);
        // Shown also when the email fails: the link before it has ended.
        onSent(renewed, null);
        const { state } = await api.sendInvitation(name, {
          token: tokenOf(renewed),
          address: typed,
        });
        return { renewed, state };
      },
      invalidates: [queryKeys.staff],
      onSuccess: ({ renewed, state }) => onSent(renewed, { to: typed, state }),
    });
  }

  if (sent) return <Sent>{describeSent(sent, me.mailTransport === "file")}</Sent>;
  return (
    <ActionForm
      busy={busy}
      result={result}
      submitLabel="Send the invitation by email"
      busyLabel="Sending…"
      onSubmit={send}
      afterResult={
        needsNewLink && (
          <Button weight="quiet" busy={busy} onClick={sendNewLink}>
            Send again with a new link
          </Button>
        )
      }
    >
      <Field
        label={`Email address of ${name}`}
        hint="Used only for this invitation, and deleted when the link is used or has expired."
        type="email"
        required
        autoComplete="off"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
    </ActionForm>
  );
}

/** Takes the focus of the button that was pressed and is gone. */
function Sent({ children }: { children: string }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <Notice tone="success" live>
        <p>{children}</p>
      </Notice>
    </div>
  );
}

const tokenOf = ({ path }: OneTimeLink): string => path.slice(path.indexOf("#") + 1);

function describeSent({ to, state }: SentInvitation, isStored: boolean): string {
  if (state === "queued") {
    return `The mail server does not answer yet. The invitation will be sent to ${to} as soon as it does.`;
  }
  if (isStored) {
    return `This site has no mail server: the invitation to ${to} was only written to a folder. Please pass the link on yourself.`;
  }
  return `The invitation was sent to ${to}.`;
}
