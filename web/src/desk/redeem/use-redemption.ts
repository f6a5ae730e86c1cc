// The desk's one errand: a code is looked up, redeemed, and perhaps given back. Only the newest question is answered,
// and one action runs at a time.
import { useRef, useState } from "react";
import type { Outcome } from "../api";
import * as api from "../api";
import { useSession } from "../session";
import type { Code } from "../types";
import { type Answer, afterRefusal } from "./verdict";

export function useRedemption() {
  const { call } = useSession();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [busy, setBusy] = useState(false);
  const turn = useRef(0);

  /** Null when a newer question has come up meanwhile. */
  async function ask(
    outcome: Promise<Outcome<Code>>,
    read: (outcome: Outcome<Code>) => Answer,
  ): Promise<Answer | null> {
    turn.current += 1;
    const mine = turn.current;
    setBusy(true);
    const settled = await call(outcome);
    if (mine !== turn.current) return null;
    setBusy(false);
    if (!settled.ok && settled.problem.kind === "signedOut") return null;
    const next = read(settled);
    setAnswer(next);
    return next;
  }

  return {
    answer,
    busy,
    forget() {
      turn.current += 1;
      setBusy(false);
      setAnswer(null);
    },
    lookUp: (typed: string) =>
      ask(api.lookUp(typed), (outcome) =>
        outcome.ok
          ? { kind: "code", code: outcome.value, news: null }
          : { kind: "none", typed, problem: outcome.problem },
      ),
    redeem: (code: Code) =>
      ask(api.redeem(code.code), (outcome) =>
        outcome.ok
          ? { kind: "code", code: outcome.value, news: "redeemed" }
          : afterRefusal(code, outcome.problem),
      ),
    undo: (code: Code) =>
      ask(api.undo(code.code), (outcome) =>
        outcome.ok
          ? { kind: "code", code: outcome.value, news: "undone" }
          : { kind: "none", typed: code.code, problem: outcome.problem },
      ),
  };
}
