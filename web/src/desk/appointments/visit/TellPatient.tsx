// What an opened visit has so that the patient knows what is true: the ready text by WhatsApp or SMS, the number to call, "Told" with its
// undo, and who told the patient last.
import { type ReactNode, useEffect, useRef } from "react";
import type { OpenedAppointment } from "../../../generated/OpenedAppointment";
import type { Telling } from "../../../generated/Telling";
import { Button, ButtonLink } from "../../../ui/button/Button";
import desk from "../../components/desk.module.css";
import { describeTold, whatToTell } from "./visit-sentences";

interface TellPatientProps {
  opened: OpenedAppointment;
  telling: Telling;
  /** The text is about what is true now. */
  isTrue: boolean;
  busy: boolean;
  /** Shortly after a press, when a second one is ignored. */
  isPaused: boolean;
  onTold: () => void;
  onUndo: () => void;
}

export function TellPatient(props: TellPatientProps): ReactNode {
  const { opened, telling, isTrue, busy, isPaused, onTold, onUndo } = props;
  const { appointment, phone, message, toTell } = opened;
  const { isListed, told } = telling;
  const hasTime = appointment.state === "requested" || appointment.state === "confirmed";
  const verb = toTell === "reminder" ? "Remind" : "Tell";
  const isWaiting = busy || isPaused || !isTrue;
  const hasCome = appointment.state === "arrived" || appointment.state === "done";
  const undoUntil = hasCome ? null : (told?.undoUntil ?? null);
  const canUndo = undoUntil !== null && Date.parse(undoUntil) > Date.now();
  const buttons = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const press = (act: () => void) => {
    if (isWaiting) return;
    isPressed.current = true;
    act();
  };
  // The button that was pressed is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with these.
  useEffect(() => {
    if (isPressed.current && document.activeElement === document.body) {
      buttons.current?.querySelector<HTMLElement>("button, a")?.focus();
    }
    isPressed.current = false;
  }, [isListed, canUndo]);
  return (
    <>
      {isListed && isTrue && (
        <>
          <p>
            <strong>{whatToTell(appointment.state, toTell)}:</strong> no email tells the patient.
            Send the text or call, then press “Told”.
          </p>
          <blockquote className={desk.readyText}>{message.text}</blockquote>
        </>
      )}
      {told && <p>{describeTold(told)}</p>}
      <div ref={buttons} className={desk.row}>
        {isTrue && !busy && (isListed || hasTime) && (
          <>
            <ButtonLink
              weight="quiet"
              icon="whatsapp"
              href={message.whatsapp}
              target="_blank"
              rel="noreferrer"
            >
              {verb} on WhatsApp
            </ButtonLink>
            <ButtonLink weight="quiet" href={message.sms}>
              {verb} by SMS
            </ButtonLink>
            {isListed && (
              <ButtonLink weight="quiet" icon="phone" href={`tel:${phone}`}>
                Call
              </ButtonLink>
            )}
          </>
        )}
        {isListed && (
          <Button busy={isWaiting} onClick={() => press(onTold)}>
            Told
          </Button>
        )}
        {canUndo && (
          <Button weight="quiet" busy={isWaiting} onClick={() => press(onUndo)}>
            Undo “Told”
          </Button>
        )}
      </div>
    </>
  );
}
