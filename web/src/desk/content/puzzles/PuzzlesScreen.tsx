// The game's pictures of this month and the next ones: to look at them, to play them, to choose others or one for all months.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { PuzzleCandidate } from "../../../generated/PuzzleCandidate";
import type { PuzzleMonth } from "../../../generated/PuzzleMonth";
import type { PuzzleMonths } from "../../../generated/PuzzleMonths";
import { Button } from "../../../ui/button/Button";
import { Link } from "../../../ui/link/Link";
import { Notice } from "../../../ui/notice/Notice";
import { choosePuzzles, pinPuzzles } from "../../api/endpoints";
import { puzzlesQuery, queryKeys } from "../../api/queries";
import { ActionNotice } from "../../components/ActionNotice";
import { DeskDialog } from "../../components/DeskDialog";
import desk from "../../components/desk.module.css";
import { LoadState } from "../../components/LoadState";
import { useAction } from "../../components/use-action";
import { CONTENT_PATH, documentPath } from "../content-address";
import { CLINIC_FILE } from "../document-parts";
import { isChanging } from "./is-changing";
import { PlayedSet } from "./PlayedSet";
import { PuzzlePicture } from "./PuzzlePicture";
import styles from "./Puzzles.module.css";
import { SetStatistics } from "./SetStatistics";

const monthNames = new Intl.DateTimeFormat("en-GB", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
/** "December 2026" for `2026-12`. */
const nameOfMonth = (month: string) => monthNames.format(new Date(`${month}-01T00:00:00Z`));

/** The site follows a choice within seconds. */
const CHANGING_INTERVAL_MS = 5000;

export function PuzzlesScreen(): ReactNode {
  const query = useQuery({
    ...puzzlesQuery,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isChanging(data) && CHANGING_INTERVAL_MS,
  });
  return (
    <div className={desk.section}>
      <p>
        <Link href={CONTENT_PATH}>All content</Link>
      </p>
      <h1 tabIndex={-1}>The game month by month</h1>
      <LoadState query={query}>{(puzzles) => <Months puzzles={puzzles} />}</LoadState>
    </div>
  );
}

function Months({ puzzles }: { puzzles: PuzzleMonths }): ReactNode {
  const { isMonthly, whyOff, pinned, earlier, months } = puzzles;
  const { run, busy, result } = useAction();
  return (
    <>
      {whyOff !== null && (
        <Notice heading="Nothing can be chosen here">
          <p>{whyOff}</p>
        </Notice>
      )}
      {!isMonthly && (
        <Notice heading="The game does not show these pictures">
          <p>It shows the pictures of the content, the same in every month.</p>
          {whyOff === null && (
            <p>
              <Link href={documentPath(CLINIC_FILE, "game")}>Change which pictures it shows</Link>
            </p>
          )}
        </Notice>
      )}
      {pinned !== null && (
        <Notice heading="One set is shown in every month">
          <p>It was drawn for {nameOfMonth(pinned.month)}.</p>
          <ActionNotice result={result} />
          {whyOff === null && (
            <div className={desk.row}>
              <Button
                weight="quiet"
                busy={busy}
                onClick={() =>
                  run({ request: () => pinPuzzles(null), invalidates: [queryKeys.content] })
                }
              >
                Show a new set every month again
              </Button>
            </div>
          )}
        </Notice>
      )}
      {earlier !== null && (
        <section className={styles.month} aria-labelledby="puzzles-earlier">
          <h2 id="puzzles-earlier">Shown now: the set of {nameOfMonth(earlier.month)}</h2>
          <Pictures set={earlier.set} />
          <SetStatistics set={earlier.set} canChoose={false} />
        </section>
      )}
      {months.map((month) => (
        <Month key={month.month} month={month} puzzles={puzzles} />
      ))}
    </>
  );
}

function Pictures({ set }: { set: PuzzleCandidate }): ReactNode {
  return (
    <ul className={styles.levels}>
      {set.levels.map((level, i) => (
        <li key={level.description}>
          <PuzzlePicture level={level} alt={`Level ${i + 1}: ${level.description}`} />
        </li>
      ))}
    </ul>
  );
}

function Month({ month, puzzles }: { month: PuzzleMonth; puzzles: PuzzleMonths }): ReactNode {
  const { run, busy, result } = useAction();
  const [isPlaying, setIsPlaying] = useState(false);
  const name = nameOfMonth(month.month);
  const shown = month.sets.find(({ candidate }) => candidate === month.shown);
  const others = month.sets.filter((set) => set !== shown);
  const { pinned } = puzzles;
  const waitsForPin = (candidate: number | null) =>
    pinned !== null && (pinned.month !== month.month || pinned.candidate !== candidate);
  const numberOf = (candidate: number) =>
    month.sets.findIndex((set) => set.candidate === candidate) + 1;

  function choose(candidate: number | null) {
    if (shown === undefined) return;
    run({
      request: () => choosePuzzles({ month: month.month, insteadOf: shown.candidate, candidate }),
      invalidates: [queryKeys.content],
      success: waitsForPin(candidate)
        ? `${name} shows another set once each month shows its own set again.`
        : `${name} shows another set now.`,
    });
  }

  return (
    <section className={styles.month} aria-labelledby={`puzzles-${month.month}`}>
      <h2 id={`puzzles-${month.month}`}>{name}</h2>
      {shown === undefined ? (
        <p>
          {puzzles.isMonthly
            ? "Not drawn yet. The server draws it within a minute. Reload the page then."
            : "Not drawn."}
        </p>
      ) : (
        <>
          <Pictures set={shown} />
          {waitsForPin(month.shown) && (
            <p className={desk.secondary}>
              Not shown before each month shows its own set again: one set is shown in every month.
            </p>
          )}
          <SetStatistics set={shown} canChoose={puzzles.whyOff === null} />
          <div className={desk.row}>
            <Button weight="quiet" onClick={() => setIsPlaying(true)} aria-label={`Play ${name}`}>
              Play
            </Button>
            {puzzles.whyOff === null && (
              <>
                <Button
                  weight="quiet"
                  busy={busy}
                  aria-label={`Draw another set for ${name}`}
                  onClick={() => choose(null)}
                >
                  Draw another set
                </Button>
                {others.map(({ candidate }) => (
                  <Button
                    key={candidate}
                    weight="quiet"
                    busy={busy}
                    aria-label={`Show set ${numberOf(candidate)} in ${name}`}
                    onClick={() => choose(candidate)}
                  >
                    Show set {numberOf(candidate)}
                  </Button>
                ))}
                <Button
                  weight="quiet"
                  busy={busy}
                  aria-label={`Show the set of ${name} in every month`}
                  onClick={() =>
                    run({
                      request: () => pinPuzzles({ month: month.month, candidate: shown.candidate }),
                      invalidates: [queryKeys.content],
                    })
                  }
                >
                  Show in every month
                </Button>
              </>
            )}
          </div>
          {month.sets.length > 1 && (
            <p className={desk.secondary}>
              Set {numberOf(shown.candidate)} of {month.sets.length}
            </p>
          )}
        </>
      )}
      <ActionNotice result={result} />
      {isPlaying && shown && (
        <DeskDialog heading={`Play ${name}`} open onClose={() => setIsPlaying(false)}>
          <PlayedSet levels={shown.levels} onEnd={() => setIsPlaying(false)} />
        </DeskDialog>
      )}
    </section>
  );
}
