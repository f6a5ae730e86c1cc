// The buttons of an opened appointment: what comes next, undo, and the forms that can be opened.
import type { ReactNode } from "react";
import type { AppointmentState } from "../../../generated/AppointmentState";
import type { EarlierWish } from "../../../generated/EarlierWish";
import type { OpenedAppointment } from "../../../generated/OpenedAppointment";
import { Button } from "../../../ui/button/Button";
import desk from "../../components/desk.module.css";
import { describeWish } from "./describe-wish";
import { NEXT_STATES, STATE_BUTTONS } from "./visit-sentences";

export type FormName =
  | "correct"
  | "move"
  | "cancel"
  | "cancelLater"
  | "recall"
  | "link"
  | "earlier"
  | "repeat";

interface AppointmentActionsProps {
  opened: OpenedAppointment;
  /** When the patient wants an earlier time. */
  wish: EarlierWish | null;
  mayWish: boolean;
  canRepeat: boolean;
  /** What the undo of the last press is called. */
  undo: string | null;
  /** How many later visits of the series can still be cancelled. */
  laterVisits: number;
  /** How many visits were cancelled with one press, and can be undone. */
  cancelledTogether: number;
  busy: boolean;
  /** Shortly after a press, when a second one is ignored. */
  isPaused: boolean;
  onState: (next: AppointmentState) => void;
  onUndo: () => void;
  onUndoTogether: () => void;
  onWish: (wish: EarlierWish | null) => void;
  /** Staff have said here that an email came back, and can take it back. */
  canUndoEmailReturned: boolean;
  onEmailReturned: () => void;
  onUndoEmailReturned: () => void;
  onEndRecall: () => void;
  onUndoEndRecall: () => void;
  onForm: (name: FormName) => void;
}

export function AppointmentActions(props: AppointmentActionsProps): ReactNode {
  const { opened, wish, mayWish, canRepeat, undo, laterVisits, cancelledTogether } = props;
  const { busy, isPaused, onState, onUndo, onUndoTogether, onWish, onEmailReturned, onForm } =
    props;
  const { canUndoEmailReturned, onUndoEmailReturned, onEndRecall, onUndoEndRecall } = props;
  const { appointment, email, recall } = opened;
  const { state } = appointment;
  const hasTime = state === "requested" || state === "confirmed";
  return (
    <>
      <div className={desk.row}>
        {NEXT_STATES[state].map((next, index) => (
          <Button
            key={next}
            weight={index === 0 ? "primary" : "quiet"}
            busy={busy || isPaused}
            onClick={() => onState(next)}
          >
            {state === "waiting" ? "Give this time" : STATE_BUTTONS[next]}
          </Button>
        ))}
        {cancelledTogether > 1 && (
          <Button
            weight="quiet"
            busy={busy || isPaused}
            onClick={() => !isPaused && onUndoTogether()}
          >
            Undo the cancellation of {cancelledTogether} visits
          </Button>
        )}
        {undo && cancelledTogether < 2 && (
          <Button weight="quiet" busy={busy || isPaused} onClick={() => !isPaused && onUndo()}>
            {undo}
          </Button>
        )}
      </div>
      <div className={desk.row}>
        {(hasTime || state === "waiting") && (
          <>
            <Button weight="quiet" onClick={() => onForm("move")}>
              {state === "waiting" ? "Give another time" : "Move"}
            </Button>
            <Button weight="quiet" onClick={() => onForm("cancel")}>
              {state === "waiting" ? "Refuse" : "Cancel appointment"}
            </Button>
            {laterVisits > 0 && (
              <Button weight="quiet" onClick={() => onForm("cancelLater")}>
                Cancel this and the later visits
              </Button>
            )}
          </>
        )}
        {wish && (
          <>
            {/* First, where the button was that takes its place: the focus stays there. */}
            <Button weight="quiet" busy={busy} onClick={() => onWish(null)}>
              Wants no earlier time
            </Button>
            <Button weight="quiet" onClick={() => onForm("earlier")}>
              When they can come earlier
            </Button>
          </>
        )}
        {mayWish && !wish && (
          <Button weight="quiet" busy={busy} onClick={() => onWish({ from: null, part: null })}>
            Wants an earlier time
          </Button>
        )}
        {canRepeat && (
          <Button weight="quiet" onClick={() => onForm("repeat")}>
            Add more visits like this one
          </Button>
        )}
        {(state === "arrived" || state === "done") && (
          <Button weight="quiet" onClick={() => onForm("recall")}>
            Ask to come back
          </Button>
        )}
        {recall && !recall.isEnded && (
          <Button weight="quiet" busy={busy} onClick={onEndRecall}>
            Do not recall
          </Button>
        )}
        {recall?.isEnded && (
          <Button weight="quiet" busy={busy} onClick={onUndoEndRecall}>
            Undo “Do not recall”
          </Button>
        )}
        <Button weight="quiet" onClick={() => onForm("correct")}>
          Correct the details
        </Button>
        <Button weight="quiet" onClick={() => onForm("link")}>
          Send a new link
        </Button>
        {/* With the address: an email that came back may have been sent to the one before. */}
        {appointment.hasEmail && email !== null && (
          <Button weight="quiet" busy={busy} onClick={onEmailReturned}>
            Email to {email} came back
          </Button>
        )}
        {canUndoEmailReturned && (
          <Button weight="quiet" busy={busy} onClick={onUndoEmailReturned}>
            Undo “Email came back”
          </Button>
        )}
      </div>
      {/* Below the buttons: it appears when one of them is pressed, and must not move them. */}
      {wish && (
        <p>Wants an earlier time{describeWish(wish) && `, can come ${describeWish(wish)}`}</p>
      )}
    </>
  );
}
