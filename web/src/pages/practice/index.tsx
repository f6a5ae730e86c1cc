// The practice puzzle of the day. When the next day begins, the visitor decides when to go on with its puzzle.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Practice } from "../../game/practice/Practice";
import { useNewerPuzzle } from "../../game/practice/use-newer-puzzle";
import type { PageProps } from "../../lib/page-props";
import { Button } from "../../ui/button/Button";
import { Notice } from "../../ui/notice/Notice";
import styles from "./practice.module.css";

function PracticePage({ page }: PageProps<"practice">): ReactNode {
  const { text } = page;
  const { howto, noscript } = text.sections;
  const [puzzle, setPuzzle] = useState(page.puzzle);
  const newer = useNewerPuzzle(puzzle);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(puzzle);
  useEffect(() => {
    // The button that was pressed is gone.
    if (shown.current !== puzzle) heading.current?.focus();
    shown.current = puzzle;
  }, [puzzle]);
  return (
    <div className={styles.page}>
      <Practice key={puzzle.date} puzzle={puzzle}>
        <h1 ref={heading} tabIndex={-1} className={styles.heading}>
          {text.heading}
        </h1>
        <div role="status">
          {newer && (
            <div className={styles.newer}>
              <p>The puzzle of a new day is here.</p>
              <Button weight="quiet" onClick={() => setPuzzle(newer)}>
                Play the new puzzle
              </Button>
            </div>
          )}
        </div>
        {noscript && (
          <noscript>
            <Notice heading={noscript.heading}>
              <p>{noscript.text}</p>
            </Notice>
          </noscript>
        )}
      </Practice>
      <div className={styles.instructions}>
        {howto && (
          <section className={styles.section}>
            <h2>{howto.heading}</h2>
            <p>{howto.text}</p>
            <p>{text.intro}</p>
          </section>
        )}
      </div>
    </div>
  );
}

export { PracticePage as Page };
