// A QR code drawn as one SVG path. The page's Trusted Types policy forbids inserting the library's SVG markup.
import encodeQR from "qr";
import { type ReactNode, useMemo } from "react";
import styles from "./TwoStepVerification.module.css";

/** Empty modules around the code that scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

export function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const modules = useMemo(() => encodeQR(text, "raw", { border: QUIET_ZONE }), [text]);
  return (
    <svg
      className={styles.qrCode}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={pathOf(modules)} />
    </svg>
  );
}

/** One unit square for each dark module. */
function pathOf(modules: readonly (readonly boolean[])[]): string {
  return modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
}
