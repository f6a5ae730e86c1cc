// The state of a practice puzzle on screen: the reducer of the game and the hints. No server and no prize.

import { useEffect, useReducer, useState } from "react";
import type { Practice } from "../../generated/Practice";
import { type Game, gameReducer, newGame, type SpotId } from "../game-reducer";
import type { LevelControls } from "../LevelScreen";
import { HINT_AFTER_SECONDS, hintText, nextHint } from "./hints";
import { forgetPractice, loadPractice, savePractice } from "./saved-practice";

export type PracticeControls = LevelControls & {
  game: Game;
  /** The differences whose area was shown. */
  hints: readonly SpotId[];
  /** What the last hint said, until the next click on the picture. */
  message: string | null;
  /** Whether a hint can be asked for now, or later, or there is none left. */
  hintState: "ready" | "later" | "none";
  showHint(): void;
  playAgain(): void;
};

export function usePractice({ date, level }: Practice): PracticeControls {
  const [game, dispatch] = useReducer(gameReducer, [level.spots.map(({ id }) => id)], newGame);
  const [hints, setHints] = useState<readonly SpotId[]>([]);
  const [message, setMessage] = useState<string | null>(null);
  const [ready, setReady] = useState(false);
  const [round, setRound] = useState(1);
  const [restored, setRestored] = useState(false);
  const picture = level.image.src;
  const found = game.phase === "playing" ? game.selection : game.submitted.flat();
  const next = nextHint(level, found, hints);
  const hasWaited = useWait(`${round} ${found.length} ${hints.length}`, HINT_AFTER_SECONDS);

  useEffect(() => {
    const saved = loadPractice(date, picture);
    if (saved !== null) {
      const { found, hints, isFinished } = saved;
      const submitted = isFinished ? [found] : [];
      dispatch({ type: "restore", submitted, selection: isFinished ? [] : found });
      setHints(hints);
      setRestored(true);
    }
    setReady(true);
  }, [date, picture]);

  useEffect(() => {
    if (!ready) return;
    const isFinished = game.phase === "results";
    // Only looking at a puzzle must not take the place of one of another day that was begun.
    if (isFinished || found.length > 0 || hints.length > 0) {
      savePractice({ date, picture, found, hints, isFinished });
    } else {
      forgetPractice(date, picture);
    }
  });

  return {
    game,
    ready,
    round,
    restored,
    hints,
    message,
    hintState: next === undefined ? "none" : hasWaited ? "ready" : "later",
    clickPicture(action) {
      setMessage(null);
      dispatch(action);
    },
    submit() {
      setRestored(false);
      setMessage(null);
      dispatch({ type: "submit" });
    },
    showHint() {
      if (next === undefined || !hasWaited) return;
      setHints([...hints, next]);
      setMessage(hintText(level, next, hints));
    },
    playAgain() {
      setRestored(false);
      setRound(round + 1);
      setHints([]);
      dispatch({ type: "playAgain" });
    },
  };
}

/** True after this time. Starts again with each new key. */
function useWait(key: string, seconds: number): boolean {
  const [waitedFor, setWaitedFor] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setWaitedFor(key), seconds * 1000);
    return () => clearTimeout(timer);
  }, [key, seconds]);
  return waitedFor === key;
}
