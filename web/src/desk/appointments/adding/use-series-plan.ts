// Adds visits that follow each other, in two presses: the first shows the dates and what speaks against each, the second stores them.
import { useState } from "react";
import type { AddedSeries } from "../../../generated/AddedSeries";
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import type { VisitTime } from "../../../generated/VisitTime";
import { queryKeys } from "../../api/queries";
import type { ActionResult, useAction } from "../../components/use-action";
import {
  addLabel,
  describeAdded,
  describeMissing,
  type PlannedVisit,
  planVisits,
  storePlan,
  timesOf,
  visitTimes,
} from "./series";

/** What the dates follow from: the fields of the form. */
interface SeriesFields {
  service: string;
  date: string;
  time: string;
  weeks: string;
  visits: string;
  /** 2 when the first visit is stored already. */
  firstNumber: number;
}

interface SubmitOptions {
  run: ReturnType<typeof useAction>["run"];
  store: (series: { weeks: number; visits: VisitTime[] }) => Promise<AddedSeries>;
  onAdded: (message: string, appointments: readonly DeskAppointment[]) => void;
}

export function useSeriesPlan(fields: SeriesFields) {
  const { service, date, time, visits, firstNumber } = fields;
  const key = JSON.stringify(fields);
  const [shown, setShown] = useState<{ key: string; plan: readonly PlannedVisit[] } | null>(null);
  const [refused, setRefused] = useState<readonly PlannedVisit[] | null>(null);
  // Dates of other fields, also those of a late answer, are about something else.
  const plan = shown?.key === key ? shown.plan : null;
  const setPlan = (plan: readonly PlannedVisit[]) => setShown({ key, plan });
  const message = plan !== null && plan === refused ? describeMissing(plan) : null;
  const missing: ActionResult | null = message === null ? null : { tone: "alarm", message };
  return {
    plan,
    setPlan,
    /** What staff have to do before the visits can be stored, after they tried. */
    missing,
    submitLabel: plan === null ? "Show the dates" : addLabel(visitTimes(plan).length),
    submit({ run, store, onAdded }: SubmitOptions): void {
      const weeks = Number(fields.weeks);
      if (plan === null) {
        const times = timesOf({ date, time }, weeks, Number(visits)).slice(firstNumber - 1);
        run({ request: () => planVisits(service, times), onSuccess: setPlan });
        return;
      }
      setRefused(plan);
      if (describeMissing(plan) !== null) return;
      run({
        request: () =>
          storePlan(service, plan, setPlan, () => store({ weeks, visits: visitTimes(plan) })),
        invalidates: [queryKeys.appointments],
        onSuccess: ({ appointments }) => onAdded(describeAdded(appointments), appointments),
      });
    },
  };
}
