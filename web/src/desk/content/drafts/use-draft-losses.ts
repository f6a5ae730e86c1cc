// What is lost of a draft when its screen is left, so that leaving asks first. Not for a screen that only sends drafts, where nobody types.
import { useEffect } from "react";
import { registerLosses } from "../../layout/leaving/losses";
import type { DraftSession, Loss } from "./draft-session";

const SENTENCES: Readonly<Record<Loss, string>> = {
  incomplete:
    "A number, a date or a time is not complete, so it is not saved. If you leave this screen, it is lost.",
  lost: "Something that was not complete is not in the form any more, and not saved. If you leave this screen, the message about it is gone too.",
  waiting:
    "Something that was not complete waits until its field is shown again, and is not saved. If you leave this screen, it is lost.",
  unkept:
    "Your words are not saved, also not on this device: its storage is full or blocked. If you leave this screen, only this tab has them, until it is closed.",
};

export function useDraftLosses(draft: DraftSession): void {
  useEffect(() => registerLosses(() => draft.losses.map((loss) => SENTENCES[loss])), [draft]);
}
