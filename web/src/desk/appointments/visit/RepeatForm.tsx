// Adds more visits like one that is stored: the same patient and service, some weeks apart.
import { type ReactNode, useState } from "react";
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import { randomKey } from "../../../lib/random-key";
import { Button } from "../../../ui/button/Button";
import * as api from "../../api/endpoints";
import { queryKeys } from "../../api/queries";
import { ActionForm } from "../../components/ActionForm";
import { type ActionResult, useAction } from "../../components/use-action";
import { useLoss } from "../../layout/leaving/use-loss";
import { RepeatFields, SeriesDates } from "../adding/SeriesDates";
import {
  addLabel,
  describeAdded,
  describeMissing,
  FIRST_REPEAT,
  type PlannedVisit,
  planVisits,
  storePlan,
  timesOf,
  visitTimes,
} from "../adding/series";

interface RepeatFormProps {
  appointment: DeskAppointment;
  onAdded: (message: string) => void;
  onClose: () => void;
}

export function RepeatForm({ appointment, onAdded, onClose }: RepeatFormProps): ReactNode {
  // The visit may be loaded again meanwhile.
  const [{ id, service, date, time }] = useState(appointment);
  // A second press, also after a lost connection, adds nothing.
  const [key] = useState(randomKey);
  const [repeat, setRepeat] = useState(FIRST_REPEAT);
  const [plan, setPlan] = useState<readonly PlannedVisit[] | null>(null);
  const [missing, setMissing] = useState<ActionResult | null>(null);
  const { run, busy, isSending, result } = useAction();
  const isTyped =
    plan !== null || repeat.weeks !== FIRST_REPEAT.weeks || repeat.visits !== FIRST_REPEAT.visits;
  useLoss(isTyped ? "The visits are not added" : null, { isSending });
  const change = (changed: Partial<typeof FIRST_REPEAT>) => {
    setRepeat((current) => ({ ...current, ...changed }));
    setPlan(null);
    setMissing(null);
  };
  const weeks = Number(repeat.weeks);
  const submit = () => {
    if (plan === null) {
      const times = timesOf({ date, time }, weeks, Number(repeat.visits)).slice(1);
      run({ request: () => planVisits(service, times), onSuccess: setPlan });
      return;
    }
    const message = describeMissing(plan);
    setMissing(message === null ? null : { tone: "alarm", message });
    if (message !== null) return;
    run({
      request: () =>
        storePlan(service, plan, setPlan, () =>
          api.repeatAppointment(id, { weeks, visits: visitTimes(plan) }, key),
        ),
      invalidates: [queryKeys.appointments],
      onSuccess: ({ appointments }) => onAdded(describeAdded(appointments)),
    });
  };
  const added = plan === null ? 0 : visitTimes(plan).length;
  return (
    <ActionForm
      busy={busy}
      result={missing ?? result}
      submitLabel={plan === null ? "Show the dates" : addLabel(added)}
      onSubmit={submit}
      afterResult={
        <Button weight="quiet" onClick={onClose}>
          Do not add visits
        </Button>
      }
    >
      <RepeatFields
        {...repeat}
        onWeeks={(next) => change({ weeks: next })}
        onVisits={(next) => change({ visits: next })}
      />
      {plan && (
        <SeriesDates
          plan={plan}
          firstNumber={2}
          busy={busy}
          onChange={(next) => {
            setPlan(next);
            setMissing(null);
          }}
        />
      )}
    </ActionForm>
  );
}
