// The state of a game on screen: the reducer, the server session of the current game, and what is stored. Each game has
// its own session, also after "Play Again".

import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import type { Level } from "../generated/Level";
import { appendFound, clearFound } from "./found-storage";
import { type Game, gameReducer, newGame } from "./game-reducer";
import type { LevelControls } from "./LevelScreen";
import { createPlaySession, type PlaySession, type ProofResult } from "./play-session";
import { forgetGame, isSame, loadGame, NO_TOKENS, type PlayTokens, saveGame } from "./saved-game";

export type GameControls = LevelControls & {
  game: Game;
  /** With the pictures that this game was begun with. */
  levels: readonly Level[];
  playAgain(): void;
  requestProof(): Promise<ProofResult>;
  /** Called when the prize was claimed: the next visit starts a new game. */
  forget(): void;
};

export function useGame(published: readonly Level[]): GameControls {
  const [earlier, setEarlier] = useState<readonly Level[] | null>(null);
  const levels = earlier ?? published;
  const spots = useMemo(
    () => published.map((level) => level.spots.map(({ id }) => id)),
    [published],
  );
  const [game, dispatch] = useReducer(gameReducer, spots, newGame);
  const [ready, setReady] = useState(false);
  const [round, setRound] = useState(1);
  const [restored, setRestored] = useState(false);
  const [isOneSet, setIsOneSet] = useState(true);
  const [tokens, setTokens] = useState<PlayTokens>(NO_TOKENS);
  const session = useRef<PlaySession | null>(null);
  const forgotten = useRef(false);

  useEffect(() => {
    // Removes what an abandoned game has left.
    clearFound();
    forgotten.current = false;
    const saved = round === 1 ? loadGame(spots) : null;
    if (saved !== null) {
      dispatch({ type: "restore", ...saved });
      const isOther = (level: Level, i: number) => level.image.src !== published[i]?.image.src;
      const isEarlier = !isSame(saved.spots, spots) || saved.levels?.some(isOther);
      setEarlier(isEarlier ? saved.levels : null);
      setIsOneSet(saved.isOneSet);
      appendFound(saved.submitted.flat());
      setRestored(true);
    }
    const start = saved?.tokens ?? NO_TOKENS;
    setTokens(start);
    const opened = createPlaySession(start, setTokens);
    session.current = opened;
    setReady(true);
    return () => opened.close();
  }, [round, spots, published]);

  useEffect(() => {
    if (game.phase !== "results") return;
    clearFound();
    const pictures = isOneSet ? levels.map(({ image }) => image.src) : null;
    session.current?.finish(game.submitted, { spots: game.spots, pictures });
  }, [game, levels, isOneSet]);

  useEffect(() => {
    if (ready && !forgotten.current) saveGame(game, levels, tokens, isOneSet);
  }, [ready, game, levels, tokens, isOneSet]);

  function leaveEarlierPictures() {
    setEarlier(null);
    // What was found in pictures with other spots does not count in these.
    const submitted = isSame(game.spots, spots) ? game.submitted : [];
    if (submitted.length === 0) clearFound();
    setIsOneSet(submitted.length === 0);
    dispatch({ type: "restore", spots, submitted, selection: [] });
  }
  const at = game.phase === "playing" ? game.level : 0;
  // A picture that is still published is not gone: it can be tried again.
  const isEarlier = earlier !== null && earlier[at]?.image.src !== published[at]?.image.src;

  return {
    game,
    levels,
    ready,
    round,
    restored,
    clickPicture: dispatch,
    submit() {
      if (game.phase === "playing") appendFound(game.selection);
      setRestored(false);
      dispatch({ type: "submit" });
    },
    playAgain() {
      forgetGame();
      setEarlier(null);
      setIsOneSet(true);
      setRestored(false);
      setRound(round + 1);
      dispatch({ type: "playAgain", spots });
    },
    leaveEarlierPictures: isEarlier ? leaveEarlierPictures : undefined,
    requestProof: async () => session.current?.requestProof() ?? { kind: "unreachable" },
    forget() {
      forgotten.current = true;
      forgetGame();
    },
  };
}
