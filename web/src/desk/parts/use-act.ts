// One action of a screen at a time, and what became of the last: busy while it runs, then a sentence, good or bad.
import { useCallback, useState } from "react";
import type { Outcome } from "../api";
import { explain } from "../problem";
import { useSession } from "../session";

export type Report = { readonly tone: "success" | "alarm"; readonly sentence: string };

export function useAct() {
  const { call } = useSession();
  const [busy, setBusy] = useState(false);
  const [report, setReport] = useState<Report | null>(null);

  const act = useCallback(
    async <T>(start: () => Promise<Outcome<T>>, done: string): Promise<Outcome<T>> => {
      setBusy(true);
      setReport(null);
      const outcome = await call(start());
      setBusy(false);
      if (outcome.ok) setReport({ tone: "success", sentence: done });
      else if (outcome.problem.kind !== "signedOut") {
        setReport({ tone: "alarm", sentence: explain(outcome.problem) });
      }
      return outcome;
    },
    [call],
  );
  return { act, busy, report, setReport };
}
