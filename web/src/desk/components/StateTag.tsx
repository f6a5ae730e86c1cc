// The state of a code or an email as a small label with an icon.
import type { ReactNode } from "react";
import { Icon, type IconName } from "../../ui/icon/Icon";
import type { CodeState, MailState } from "../api/types";
import styles from "./StateTag.module.css";

type Tag = { label: string; icon: IconName; tone: "positive" | "neutral" | "negative" };

const tags: Record<CodeState | MailState, Tag> = {
  good: { label: "Valid", icon: "gift", tone: "positive" },
  used: { label: "Used", icon: "check", tone: "positive" },
  expired: { label: "Expired", icon: "clock", tone: "neutral" },
  void: { label: "Cancelled", icon: "close", tone: "negative" },
  queued: { label: "Email queued", icon: "clock", tone: "neutral" },
  sent: { label: "Email sent", icon: "mail", tone: "positive" },
  refused: { label: "Email rejected", icon: "close", tone: "negative" },
  parked: { label: "Email failed", icon: "alert", tone: "negative" },
};

export function StateTag({ state }: { state: CodeState | MailState }): ReactNode {
  const { label, icon, tone } = tags[state];
  return (
    <span className={`${styles.tag} ${styles[tone]}`}>
      <Icon name={icon} /> {label}
    </span>
  );
}
