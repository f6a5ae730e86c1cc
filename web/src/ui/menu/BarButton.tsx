// A button for the bar at the top of a screen.
import type { ButtonHTMLAttributes, ReactNode } from "react";
import styles from "./Menu.module.css";

export function BarButton(props: ButtonHTMLAttributes<HTMLButtonElement>): ReactNode {
  return <button type="button" className={styles.button} {...props} />;
}
