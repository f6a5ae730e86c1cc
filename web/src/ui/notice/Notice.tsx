// A message set apart from the page: plain information, something gone well, or something urgent.
// Each tone has its own sign, so that none depends on colour. `live` announces it when it appears.
import type { ReactNode } from "react";
import { Icon, type IconName } from "../icon/Icon";
import styles from "./Notice.module.css";

interface NoticeProps {
  tone?: "info" | "success" | "alarm";
  heading?: string;
  /** Set when the notice appears in answer to what the visitor did. */
  live?: boolean;
  children?: ReactNode;
}

const signs: Record<"info" | "success" | "alarm", IconName> = {
  info: "star",
  success: "check",
  alarm: "alert",
};

export function Notice({ tone = "info", heading, live = false, children }: NoticeProps): ReactNode {
  const role = live ? (tone === "alarm" ? "alert" : "status") : undefined;
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={role}>
      <Icon name={signs[tone]} />
      <div className={styles.words}>
        {heading && <h2 className={styles.heading}>{heading}</h2>}
        {children}
      </div>
    </div>
  );
}
