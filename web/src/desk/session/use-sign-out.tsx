// Signing out: saves texts first. What cannot be saved is named, and deleted from this device only when somebody confirms it.
import { type ReactNode, useState } from "react";
import { ActionNotice } from "../components/ActionNotice";
import { ConfirmDialog } from "../components/ConfirmDialog";
import { useAction } from "../components/use-action";
import { abandonDrafts, saveDrafts } from "../content/drafts/unsaved-drafts";
import { findLosses } from "../layout/losses";
import { useMe, useSession } from "./SessionProvider";

type SignOut = {
  readonly start: () => void;
  readonly busy: boolean;
  /** The question and the message, for the place where they are shown. */
  readonly notices: ReactNode;
};

export function useSignOut(request: () => Promise<unknown>): SignOut {
  const me = useMe();
  const { endSession } = useSession();
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  const { run, busy, result } = useAction();

  const signOut = (isConfirmed: boolean) =>
    run({
      request: async () => {
        const paths = isConfirmed ? [] : [...(await saveDrafts(me.name)), ...findLosses()];
        if (paths.length === 0) await request();
        return paths;
      },
      onSuccess: (paths) => {
        setUnsaved(paths);
        if (paths.length > 0) return;
        if (isConfirmed) abandonDrafts(me.name);
        endSession();
      },
      evenWhenGone: true,
    });

  const notices = (
    <>
      <ActionNotice result={result} />
      <ConfirmDialog
        heading="These texts are not saved"
        confirmLabel="Sign out and delete them"
        cancelLabel="Stay signed in"
        isCautious
        open={unsaved.length > 0}
        busy={busy}
        onConfirm={() => signOut(true)}
        onClose={() => setUnsaved([])}
      >
        <ul>
          {unsaved.map((path) => (
            <li key={path}>{path}</li>
          ))}
        </ul>
        <p>
          Only this device, or only this page, has the latest words of them. If you sign out, they
          are deleted. To keep them, stay signed in until the network is back, complete what is not
          complete, or open the document and copy the text.
        </p>
      </ConfirmDialog>
    </>
  );
  return { start: () => signOut(false), busy, notices };
}
