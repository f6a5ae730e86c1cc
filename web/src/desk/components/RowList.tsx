// A list whose rows have buttons. The result of a press stands below its row, or where the row was when it has left the list:
// whoever pressed is looking there, and the end of a long list is not on the screen.
import { Fragment, type ReactNode, useState } from "react";
import desk from "./desk.module.css";

interface RowListProps<Row> {
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** The row of which a button was pressed last. */
  pressed: string | null;
  /** What to say about that press. */
  result: ReactNode;
  /** Shown instead of an empty list. */
  none: ReactNode;
  /** One row, as a list item. */
  children: (row: Row) => ReactNode;
}

export function RowList<Row>(props: RowListProps<Row>): ReactNode {
  const { rows, idOf, pressed, result, none, children } = props;
  const [lastPosition, setLastPosition] = useState(0);
  const position = rows.findIndex((row) => idOf(row) === pressed);
  if (position >= 0 && position !== lastPosition) setLastPosition(position);
  if (rows.length === 0) {
    return (
      <>
        {none}
        {result}
      </>
    );
  }
  const isGone = position < 0;
  const resultItem = result && <li data-result>{result}</li>;
  return (
    <ul className={desk.list}>
      {rows.map((row, index) => (
        <Fragment key={idOf(row)}>
          {isGone && index === lastPosition && resultItem}
          {children(row)}
          {index === position && resultItem}
        </Fragment>
      ))}
      {isGone && lastPosition >= rows.length && resultItem}
    </ul>
  );
}
