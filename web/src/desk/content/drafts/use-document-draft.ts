// The draft of one document at the server: saves it, and says what the server finds in it.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ContentDocument } from "../../../generated/ContentDocument";
import type { ContentProblem } from "../../../generated/ContentProblem";
import { apiFailureOf, describeApiFailure } from "../../api/api-error";
import { saveDraft } from "../../api/endpoints";
import { contentQuery } from "../../api/queries";
import { useMe } from "../../sign-in/SessionProvider";
import type { DraftScreen, DraftSession } from "./draft-session";
import type { DraftState, SaveResult } from "./draft-state";
import { shownTree, type WrittenText } from "./shown-tree";
import { useDraft } from "./use-draft";

interface DocumentDraft {
  state: DraftState;
  draft: DraftSession;
  /** What the server cannot read in the text. */
  problems: readonly ContentProblem[];
}

/** `writtenText` gives what the editor has written last. */
export function useDocumentDraft(
  { path, version, savedBy, tree: openedTree, problems: openedProblems }: ContentDocument,
  text: string,
  writtenText: () => WrittenText | null,
  screen: DraftScreen,
): DocumentDraft {
  const client = useQueryClient();
  const { name: account } = useMe();
  const [problems, setProblems] = useState<readonly ContentProblem[]>(openedProblems);
  const { state, draft } = useDraft({
    account,
    path,
    screen,
    server: { text, version, savedBy },
    save: async (newText, base) => {
      const before = draft.state.saved.text;
      // Null for a document without a text below its keys.
      const tree =
        openedTree && (await shownTree({ text: newText, saved: before, written: writtenText() }));
      const saved = await saveDraft(path, { text: newText, tree }, base);
      setProblems(saved.problems);
      // It says what is wrong with all drafts together, and what is still missing.
      void client.invalidateQueries({ queryKey: contentQuery.queryKey });
      return saved.version;
    },
    resultOf,
  });
  return { state, draft, problems };
}

function resultOf(error: unknown): SaveResult {
  const failure = apiFailureOf(error);
  switch (failure.kind) {
    case "signedOut":
    case "otherAccount":
      return { kind: "signedOut" };
    case "unreachable":
      return { kind: "failed", message: null, retryAfterMs: null };
    case "serverError":
    case "rateLimited": {
      const seconds = failure.kind === "rateLimited" ? failure.retryAfterSeconds : null;
      const retryAfterMs = seconds === null ? null : seconds * 1000;
      return { kind: "failed", message: describeApiFailure(failure), retryAfterMs };
    }
    case "rejected":
      if (failure.conflict) {
        const { version, text, savedBy } = failure.conflict;
        return { kind: "stale", theirs: { version, text, savedBy } };
      }
      return { kind: "refused", message: failure.message };
    case "forbidden":
    case "unconfirmed":
      return { kind: "refused", message: describeApiFailure(failure) };
  }
}
