// Examples for the accessibility tests and the screenshots.
import type { ReactNode } from "react";
import { samplePicture } from "../fixtures/samples";
import { Game } from "./Game";
import { gameReducer, newGame, type Playing } from "./game-reducer";
import { ClickFeedback, Progress } from "./Progress";
import { Results } from "./Results";

const spot = { id: 1, top: "30%", left: "60%", width: "20%", height: "40%", label: "The gap" };

const level = {
  image: samplePicture,
  alt: "A ring with a gap.",
  description: "Find the gap-Easy",
  secondSceneTop: null,
  spots: [spot],
};
const levels = [
  level,
  {
    ...level,
    description: "Find both gaps-Hard",
    spots: [spot, { ...spot, id: 2, left: "10%", label: null }],
  },
];

const start = newGame(levels.map(({ spots }) => spots.map(({ id }) => id)));
const play = (...actions: Parameters<typeof gameReducer>[1][]): Playing => {
  const game = actions.reduce(gameReducer, start);
  return game.phase === "playing" ? game : start;
};
const found = play({ type: "select", id: 1 });
const missed = play({ type: "miss", left: 20, top: 20 });

const results = {
  levels,
  results: { phase: "results", spots: start.spots, submitted: [[1], [1]], found: 2 } as const,
  restored: true,
  onPlayAgain: () => {},
};

export const examples: { name: string; render: () => ReactNode }[] = [
  {
    name: "the first level",
    render: () => (
      <Game levels={levels} prize={() => null}>
        <p>The heading of the page is here.</p>
      </Game>
    ),
  },
  {
    name: "progress in the second level",
    render: () => <Progress game={play({ type: "select", id: 1 }, { type: "submit" })} />,
  },
  { name: "feedback on a found spot", render: () => <ClickFeedback game={found} level={level} /> },
  { name: "feedback on a miss", render: () => <ClickFeedback game={missed} level={level} /> },
  { name: "results with a missed spot", render: () => <Results {...results}>{null}</Results> },
];
