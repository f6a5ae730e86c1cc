// Tells people how often somebody failed to sign in with their name since they were here.
import type { ReactNode } from "react";
import type { Session } from "../../../generated/Session";
import { Button } from "../../../ui/button/Button";
import { Notice } from "../../../ui/notice/Notice";
import * as api from "../../api/endpoints";
import { ActionNotice } from "../../components/ActionNotice";
import { useAction } from "../../components/use-action";
import { useSession } from "../../sign-in/SessionProvider";

export function FailedSignIns({ me }: { me: Session }): ReactNode {
  const { updateMe } = useSession();
  const { run, busy, result } = useAction();
  const count = me.failedSignIns;
  if (count === 0) return null;
  return (
    <Notice
      heading={`${count} failed ${count === 1 ? "sign-in" : "sign-ins"} since your last visit`}
    >
      <p>
        Somebody entered your name with a wrong password or code. If it was not you, choose a new
        password under Account{me.totp ? "." : " and turn on two-step verification."}
      </p>
      <Button
        weight="quiet"
        busy={busy}
        onClick={() =>
          run({
            request: api.dismissFailedSignIns,
            onSuccess: () => updateMe({ ...me, failedSignIns: 0 }),
          })
        }
      >
        Dismiss
      </Button>
      <ActionNotice result={result} />
    </Notice>
  );
}
