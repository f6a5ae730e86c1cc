// Saves what is shown of a picture, and says when a colleague has changed the same one meanwhile.
import type { Framing } from "../../../../generated/Framing";
import type { PictureConflict } from "../../../../generated/PictureConflict";
import type { PictureSummary } from "../../../../generated/PictureSummary";
import { framePicture } from "../../../api/endpoints";
import { ATTEMPTS, conflictOf } from "../change-picture";
import { isSameFraming } from "./framing-geometry";

export type SaveResult =
  | { readonly kind: "saved"; readonly picture: PictureSummary }
  /** Nothing was saved. `now` is what a colleague has saved. */
  | { readonly kind: "conflict"; readonly now: PictureConflict };

/** All pictures are described in one file, so most refusals are about another picture: then it is sent again. */
export async function saveFraming(seen: PictureSummary, framing: Framing): Promise<SaveResult> {
  let now: Pick<PictureSummary, "version" | "descriptionVersion"> = seen;
  for (let attempt = 1; ; attempt++) {
    try {
      return { kind: "saved", picture: await framePicture({ ...now, path: seen.path }, framing) };
    } catch (error) {
      const conflict = conflictOf(error);
      if (!conflict) throw error;
      const isOther =
        conflict.version === seen.version && isSameFraming(conflict.framing, seen.framing);
      if (!isOther) return { kind: "conflict", now: conflict };
      if (attempt === ATTEMPTS) throw error;
      now = conflict;
    }
  }
}
