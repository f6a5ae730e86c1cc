// Normal, large or largest text, on top of whatever the browser is set to.
import type { ReactNode } from "react";
import { Choice, type Option } from "../choice/Choice";
import { useRemembered } from "../choice/remembered";
import styles from "./TextSize.module.css";

type Size = "normal" | "large" | "largest";

const sizes: readonly Option<Size>[] = [
  { value: "normal", label: "Normal", sign: <span className={styles.normal}>A</span> },
  { value: "large", label: "Large", sign: <span className={styles.large}>A</span> },
  { value: "largest", label: "Largest", sign: <span className={styles.largest}>A</span> },
];

export function TextSize(): ReactNode {
  const [size, choose] = useRemembered<Size>("text", "normal");
  return <Choice legend="Text size" options={sizes} value={size} onChange={choose} />;
}
