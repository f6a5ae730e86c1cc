// Changes a picture or its description, and says when a colleague has changed the same one meanwhile. All descriptions have
// one version, so most refusals are about another picture: then the change is sent again.
import type { PictureConflict } from "../../../generated/PictureConflict";
import type { PictureSummary } from "../../../generated/PictureSummary";
import { apiFailureOf } from "../../api/api-error";
import { replacePicture, type SeenPicture } from "../../api/endpoints";

export type PictureChange = Parameters<typeof replacePicture>[1];

export type ChangeResult =
  | { readonly kind: "saved"; readonly picture: PictureSummary }
  /** Nothing was saved. `now` is what a colleague has saved. */
  | { readonly kind: "conflict"; readonly now: SeenPicture };

/** Each refusal means that a colleague has saved something. */
export const ATTEMPTS = 5;

/** `seen` is what the person began with. Rejects when nothing was saved for another reason than a conflict. */
export async function changePicture(
  seen: SeenPicture,
  change: PictureChange,
): Promise<ChangeResult> {
  let now = seen;
  for (let attempt = 1; ; attempt++) {
    try {
      return { kind: "saved", picture: await replacePicture(now, change) };
    } catch (error) {
      const conflict = conflictOf(error);
      if (!conflict) throw error;
      now = { ...seen, ...conflict };
      const isOther = now.version === seen.version && now.description === seen.description;
      if (!isOther) return { kind: "conflict", now };
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

export function conflictOf(error: unknown): PictureConflict | undefined {
  const problem = apiFailureOf(error);
  return problem.kind === "rejected" ? problem.picture : undefined;
}
