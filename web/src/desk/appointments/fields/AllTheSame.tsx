// The question after a place was refused: the chair does not do the service or has other hours, or the clinic is closed on that day. Staff
// may put the visit there all the same. Nothing when something else was refused.
import type { ReactNode } from "react";
import type { DeskMoveRequest } from "../../../generated/DeskMoveRequest";
import { Button } from "../../../ui/button/Button";
import desk from "../../components/desk.module.css";
import type { ActionResult } from "../../components/use-action";

/** What staff know of the place that they have chosen. */
export type Known = Pick<DeskMoveRequest, "allTheSame" | "closedDay">;

interface AllTheSameProps {
  result: ActionResult | null;
  busy: boolean;
  onConfirm: (known: Known) => void;
}

const KNOWN: Readonly<Record<string, Known>> = {
  chair_cannot_take: { allTheSame: true },
  clinic_closed: { closedDay: true },
};

export function AllTheSame({ result, busy, onConfirm }: AllTheSameProps): ReactNode {
  const known = KNOWN[result?.code ?? ""];
  if (!known) return null;
  return (
    <div className={desk.row}>
      <Button weight="quiet" busy={busy} onClick={() => !busy && onConfirm(known)}>
        Put the visit there all the same
      </Button>
    </div>
  );
}
