// A highlighted message: information, success or something urgent. Each tone has its own icon, so that it does not
// depend on colour.
import type { ReactNode } from "react";
import { Icon, type IconName } from "../icon/Icon";
import styles from "./Notice.module.css";

interface NoticeProps {
  tone?: "info" | "success" | "alarm";
  heading?: ReactNode;
  /** Makes screen readers announce the notice when it appears. Set it for responses to the visitor's actions. */
  live?: boolean;
  children?: ReactNode;
}

const icons: Record<"info" | "success" | "alarm", IconName> = {
  info: "star",
  success: "check",
  alarm: "alert",
};

export function Notice({ tone = "info", heading, live = false, children }: NoticeProps): ReactNode {
  const role = live ? (tone === "alarm" ? "alert" : "status") : undefined;
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={role}>
      <Icon name={icons[tone]} />
      <div className={styles.text}>
        {heading && <h2 className={styles.heading}>{heading}</h2>}
        {children}
      </div>
    </div>
  );
}
