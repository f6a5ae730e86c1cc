// Signing out: saves texts first. What cannot be saved is named, and deleted from this device only when somebody confirms it.
import { type ReactNode, useState } from "react";
import { ActionNotice } from "../components/ActionNotice";
import { ConfirmDialog } from "../components/ConfirmDialog";
import { useAction } from "../components/use-action";
import { abandonDrafts, saveDrafts, unsavedWords } from "../content/drafts/unsaved-work";
import { findLosses } from "../layout/leaving/losses";
import { useMe, useSession } from "./SessionProvider";

const NO_NAMES: readonly string[] = [];

type SignOut = {
  readonly start: () => void;
  readonly busy: boolean;
  /** The question and the message, for the place where they are shown. */
  readonly notices: ReactNode;
};

export function useSignOut(request: () => Promise<unknown>): SignOut {
  const me = useMe();
  const { endSession } = useSession();
  const [question, setQuestion] = useState({ names: NO_NAMES, number: 0 });
  const { run, busy, result } = useAction();

  const ask = (names: readonly string[]) =>
    setQuestion(({ number }) => ({ names, number: names.length > 0 ? number + 1 : number }));

  /** `confirmed` names what may be deleted. */
  const signOut = (confirmed: readonly string[]) =>
    run({
      request: async () => {
        const words = confirmed.length > 0 ? unsavedWords(me.name) : await saveDrafts(me.name);
        const names = [...words, ...findLosses()];
        // Another tab may have left words since the question.
        const isAllNamed = names.every((name) => confirmed.includes(name));
        if (isAllNamed) await request();
        return isAllNamed ? NO_NAMES : names;
      },
      onSuccess: (names) => {
        ask(names);
        if (names.length > 0) return;
        abandonDrafts(me.name, confirmed);
        endSession(confirmed);
      },
      evenWhenGone: true,
    });

  const notices = (
    <>
      <ActionNotice result={result} />
      {/* Asking again begins like the first time: Enter, pressed by habit, confirms nothing. */}
      <ConfirmDialog
        key={question.number}
        heading="These texts are not saved"
        confirmLabel="Sign out and delete them"
        cancelLabel="Stay signed in"
        isCautious
        open={question.names.length > 0}
        busy={busy}
        onConfirm={() => signOut(question.names)}
        onClose={() => ask(NO_NAMES)}
      >
        <ul>
          {question.names.map((path) => (
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
  return { start: () => signOut(NO_NAMES), busy, notices };
}
