// The state of a game on screen: the reducer, the server session of the current game, and the stored list. Each game
// has its own session, also after "Play Again".

import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import type { Level } from "../generated/Level";
import { appendFound, clearFound } from "./found-storage";
import { type Action, type Game, gameReducer, newGame } from "./game-reducer";
import { createPlaySession, type PlaySession, type ProofResult } from "./play-session";

export type GameControls = {
  game: Game;
  /** False on the server and until the page is hydrated. */
  ready: boolean;
  /** The number of the current game since the page was opened. */
  round: number;
  clickPicture(action: Extract<Action, { type: "select" | "miss" }>): void;
  submit(): void;
  playAgain(): void;
  requestProof(): Promise<ProofResult>;
};

export function useGame(levels: readonly Level[]): GameControls {
  const spots = useMemo(() => levels.map((level) => level.spots.map(({ id }) => id)), [levels]);
  const [game, dispatch] = useReducer(gameReducer, spots, newGame);
  const [ready, setReady] = useState(false);
  const [round, setRound] = useState(1);
  const session = useRef<PlaySession | null>(null);

  useEffect(() => setReady(true), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round needs a new session.
  useEffect(() => {
    // Removes what an abandoned game has left.
    clearFound();
    const opened = createPlaySession();
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
    clickPicture: dispatch,
    submit() {
      if (game.phase === "playing") appendFound(game.selection);
      dispatch({ type: "submit" });
    },
    playAgain() {
      setRound(round + 1);
      dispatch({ type: "playAgain" });
    },
    requestProof: async () => session.current?.requestProof() ?? { kind: "unreachable" },
  };
}
