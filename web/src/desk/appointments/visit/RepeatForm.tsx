// Adds more visits like one that is stored: the same patient and service, some weeks apart.
import { type ReactNode, useState } from "react";
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import { randomKey } from "../../../lib/random-key";
import { Button } from "../../../ui/button/Button";
import * as api from "../../api/endpoints";
import { ActionForm } from "../../components/ActionForm";
import { useAction } from "../../components/use-action";
import { useLoss } from "../../layout/leaving/use-loss";
import { RepeatFields, SeriesDates } from "../adding/SeriesDates";
import { FIRST_REPEAT } from "../adding/series";
import { useSeriesPlan } from "../adding/use-series-plan";

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
  const series = useSeriesPlan({ service, date, time, ...repeat, firstNumber: 2 });
  const { plan } = series;
  const { run, busy, isSending, result } = useAction();
  const isTyped =
    plan !== null || repeat.weeks !== FIRST_REPEAT.weeks || repeat.visits !== FIRST_REPEAT.visits;
  useLoss(isTyped ? "The visits are not added" : null, { isSending });
  const change = (changed: Partial<typeof FIRST_REPEAT>) =>
    setRepeat((current) => ({ ...current, ...changed }));
  return (
    <ActionForm
      busy={busy}
      result={series.missing ?? result}
      submitLabel={series.submitLabel}
      onSubmit={() =>
        series.submit({
          run,
          store: (visits) => api.repeatAppointment(id, visits, key),
          onAdded,
        })
      }
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
      {plan && <SeriesDates plan={plan} firstNumber={2} busy={busy} onChange={series.setPlan} />}
    </ActionForm>
  );
}
