// Lets the visitor choose the text size, relative to the browser's setting.
import type { ReactNode } from "react";
import { useDisplaySetting } from "../../lib/use-display-setting";
import { type Option, SegmentedControl } from "../segmented-control/SegmentedControl";
import styles from "./TextSize.module.css";

type Size = "normal" | "large" | "largest";

const sizes: readonly Option<Size>[] = [
  { value: "normal", label: "Normal", symbol: <span className={styles.normal}>A</span> },
  { value: "large", label: "Large", symbol: <span className={styles.large}>A</span> },
  { value: "largest", label: "Largest", symbol: <span className={styles.largest}>A</span> },
];

export function TextSize(): ReactNode {
  const [size, setSize] = useDisplaySetting<Size>("text", "normal");
  return (
    <SegmentedControl
      legend="Text size"
      options={sizes}
      value={size}
      onChange={setSize}
      setting="text"
    />
  );
}
