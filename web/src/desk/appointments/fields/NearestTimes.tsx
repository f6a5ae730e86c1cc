// The closest free times, when the one that was asked for is taken. A press takes one of them.
import type { ReactNode } from "react";
import type { SlotOffer } from "../../../generated/SlotOffer";
import { Button } from "../../../ui/button/Button";
import { formatClock, formatWeekday } from "../../clinic-time";
import desk from "../../components/desk.module.css";
import type { ActionResult } from "../../components/use-action";

interface NearestTimesProps {
  result: ActionResult | null;
  busy: boolean;
  onChoose: (time: SlotOffer) => void;
}

export function NearestTimes({ result, busy, onChoose }: NearestTimesProps): ReactNode {
  if (!result?.nearest?.length) return null;
  return (
    <fieldset className={desk.nearest}>
      <legend>Free times close to it</legend>
      {result.nearest.map((slot) => (
        <Button
          key={`${slot.date} ${slot.time}`}
          weight="quiet"
          busy={busy}
          onClick={() => !busy && onChoose(slot)}
        >
          {formatWeekday(slot.date)}, {formatClock(slot.time)}
        </Button>
      ))}
    </fieldset>
  );
}
