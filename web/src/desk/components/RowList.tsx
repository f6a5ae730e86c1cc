// A list whose rows have buttons. The result of a press stands below its row, or where the row was when it has left the list:
// whoever pressed is looking there, and the end of a long list is not on the screen.
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../ui/button/Button";
import desk from "./desk.module.css";
import styles from "./RowList.module.css";

/** As in RowList.module.css. */
const UNFOLDED_ROWS = 3;

interface RowListProps<Row> {
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** The row of which a button was pressed last. */
  pressed: string | null;
  /** What to say about that press. */
  result: ReactNode;
  /** Shown instead of an empty list. */
  none: ReactNode;
  /** On a phone, the first three rows are shown until somebody asks for all, so that what follows is not far below. */
  isFoldedOnPhones?: boolean;
  /** One row, as a list item. */
  children: (row: Row) => ReactNode;
}

export function RowList<Row>(props: RowListProps<Row>): ReactNode {
  const { rows, idOf, pressed, result, none, isFoldedOnPhones = false, children } = props;
  const [isUnfolded, setUnfolded] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The button that was pressed is gone: the focus goes to the first row that appears.
  useLayoutEffect(() => {
    const firstHidden = list.current?.querySelectorAll("li:not([data-result])")[UNFOLDED_ROWS];
    if (isUnfolded) firstHidden?.querySelector<HTMLElement>("a, button")?.focus();
  }, [isUnfolded]);
  const [lastPosition, setLastPosition] = useState(0);
  const position = rows.findIndex((row) => idOf(row) === pressed);
  if (position >= 0 && position !== lastPosition) setLastPosition(position);
  if (rows.length === 0) {
    return (
      <>
        {none}
        {result && <div data-result>{result}</div>}
      </>
    );
  }
  const isGone = position < 0;
  const resultItem = result && <li data-result>{result}</li>;
  const isFolded = isFoldedOnPhones && !isUnfolded && rows.length > UNFOLDED_ROWS;
  return (
    <>
      <ul ref={list} className={isFolded ? `${desk.list} ${styles.folded}` : desk.list}>
        {rows.map((row, index) => (
          <Fragment key={idOf(row)}>
            {isGone && index === lastPosition && resultItem}
            {children(row)}
            {index === position && resultItem}
          </Fragment>
        ))}
        {isGone && lastPosition >= rows.length && resultItem}
      </ul>
      {isFolded && (
        <div className={styles.unfold}>
          <Button weight="quiet" onClick={() => setUnfolded(true)}>
            Show all {rows.length}
          </Button>
        </div>
      )}
    </>
  );
}
