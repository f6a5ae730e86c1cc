// The icon of the result of checking a code. Every result has its own outline, so that neither colour nor sharp sight is needed.
import type { ReactNode } from "react";
import type { CodeResultIconName } from "./code-result";
import styles from "./Redeem.module.css";

const shapes: Record<CodeResultIconName, { outline: string; symbol: string }> = {
  valid: { outline: "M32 4a28 28 0 1 1 0 56a28 28 0 1 1 0-56z", symbol: "M19 33l9 9L46 23" },
  used: { outline: "M20 5h24l15 15v24L44 59H20L5 44V20z", symbol: "M22 22l20 20M42 22L22 42" },
  undone: { outline: "M4 32L26 8v12h34v24H26v12z", symbol: "M24 32h24" },
  expired: { outline: "M8 5h48v6L38 32l18 21v6H8v-6l18-21L8 11z", symbol: "M23 15h18M32 44v6" },
  cancelled: { outline: "M6 6h52v52H6z", symbol: "M17 32h30" },
  notFound: {
    outline: "M32 3l29 29l-29 29L3 32z",
    symbol: "M25 26a7 7 0 1 1 10 6.3c-2 1-3 2-3 4.7M32 45h0",
  },
  mistyped: { outline: "M32 5l29 52H3z", symbol: "M32 25v14M32 48h0" },
  failure: { outline: "M4 16h56v32H4z", symbol: "M18 32h0M32 32h0M46 32h0" },
};

export function CodeResultIcon({ name }: { name: CodeResultIconName }): ReactNode {
  const { outline, symbol } = shapes[name];
  return (
    <svg className={styles.icon} viewBox="0 0 64 64" aria-hidden="true">
      <path className={styles.outline} d={outline} />
      <path className={styles.symbol} d={symbol} />
    </svg>
  );
}
