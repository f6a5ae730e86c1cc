// One quiet line about who else has this document open now. Its place is reserved: the editor does not move when somebody comes.
import type { ReactNode } from "react";
import styles from "./OpenElsewhere.module.css";
import { listNames, whatTheyDo } from "./sentence";
import { type OpenScreen, useOpenElsewhere } from "./use-open-elsewhere";

export function OpenElsewhere(screen: OpenScreen): ReactNode {
  const { names, newcomers } = useOpenElsewhere(screen);
  return (
    <div className={styles.place}>
      <p className={styles.line} title={names.join(", ") || undefined}>
        {names.length > 0 && (
          <>
            <span>{listNames(names)}</span> <span>{whatTheyDo(names)}</span>
          </>
        )}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {newcomers.length > 0 && `${listNames(newcomers)} ${whatTheyDo(newcomers)}`}
      </p>
    </div>
  );
}
