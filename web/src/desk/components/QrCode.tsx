import { type ReactNode, useMemo } from "react";
import { qrCodePath } from "../../lib/qr-code";
import styles from "./QrCode.module.css";

export function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { side, path } = useMemo(() => qrCodePath(text), [text]);
  return (
    <svg
      className={styles.qrCode}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  );
}
