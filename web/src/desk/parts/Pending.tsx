// What a screen shows while its data is on the way or did not come, so that each screen draws only what it is for.
import type { ReactNode } from "react";
import { Button } from "../../ui/button/Button";
import { Notice } from "../../ui/notice/Notice";
import { explain } from "../problem";
import type { Loaded } from "../use-loaded";
import styles from "./parts.module.css";

interface PendingProps<T> {
  loaded: Loaded<T>;
  reload: () => Promise<void>;
  children: (value: T) => ReactNode;
}

export function Pending<T>({ loaded, reload, children }: PendingProps<T>): ReactNode {
  switch (loaded.kind) {
    case "loading":
      return <p role="status">Loading...</p>;
    case "failed":
      return (
        <div className={styles.section}>
          <Notice tone="alarm" live>
            <p>{explain(loaded.problem)}</p>
          </Notice>
          <div className={styles.row}>
            <Button onClick={() => void reload()}>Try again</Button>
          </div>
        </div>
      );
    case "ready":
      return children(loaded.value);
  }
}
