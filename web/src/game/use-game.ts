// Owns a game on the screen: the reducer's state, the server session that runs beside it, and the moments
// at which the stored list is written. Every game, also one begun again, has a session of its own.

import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import type { Level } from "../generated/Level";
import { type Action, begin, type Game, play } from "./model";
import { openSession, type Proof, type Session } from "./session";
import { appendFound, clearFound } from "./storage";

export type PlayedGame = {
  game: Game;
  /** False on the server and until the page has come alive. */
  ready: boolean;
  /** Counts the games since the page was opened. */
  round: number;
  touch(action: Extract<Action, { type: "select" | "miss" }>): void;
  submit(): void;
  playAgain(): void;
  prove(): Promise<Proof>;
};

export function useGame(levels: readonly Level[]): PlayedGame {
  const rules = useMemo(() => levels.map(({ spots }) => spots.map(({ id }) => id)), [levels]);
  const [game, dispatch] = useReducer(play, rules, begin);
  const [ready, setReady] = useState(false);
  const [round, setRound] = useState(1);
  const session = useRef<Session | null>(null);

  useEffect(() => setReady(true), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is what a new session is for.
  useEffect(() => {
    // What an abandoned game left behind belongs to nobody.
    clearFound();
    const opened = openSession();
    session.current = opened;
    return () => opened.close();
  }, [round]);

  useEffect(() => {
    if (game.phase !== "results") return;
    clearFound();
    session.current?.finish(game.submitted);
  }, [game]);

  return {
    game,
    ready,
    round,
    touch: dispatch,
    submit() {
      if (game.phase === "playing") appendFound(game.selection);
      dispatch({ type: "submit" });
    },
    playAgain() {
      setRound(round + 1);
      dispatch({ type: "playAgain" });
    },
    prove: async () => session.current?.prove() ?? { kind: "unreachable" },
  };
}
