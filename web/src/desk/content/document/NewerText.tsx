// Says that the server has a newer text than the screen, and shows it when asked.
import type { ReactNode } from "react";
import type { ContentDocument } from "../../../generated/ContentDocument";
import { Button } from "../../../ui/button/Button";
import { Notice } from "../../../ui/notice/Notice";
import { useMe } from "../../sign-in/SessionProvider";

interface NewerTextProps {
  latest: ContentDocument;
  onShow: () => void;
}

export function NewerText({ latest: { state, savedBy }, onShow }: NewerTextProps): ReactNode {
  const me = useMe();
  const isOwn = savedBy === me.name;
  const who = isOwn ? "You have" : `${savedBy ?? "Somebody else"} has`;
  const isDeleted = state === "deleted";
  const what =
    state === "published"
      ? "A newer text was published since you opened this document."
      : `${who} ${isDeleted ? "deleted" : "changed"} this document since you opened it here.`;
  return (
    <Notice live heading={isDeleted ? "This document was deleted" : "There is a newer text"}>
      <p>{what}</p>
      <p>
        <Button onClick={onShow}>{isDeleted ? "Show it" : "Show the newer text"}</Button>
      </p>
    </Notice>
  );
}
