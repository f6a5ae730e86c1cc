// The state of a code or an email as a small label with an icon.
import type { ReactNode } from "react";
import type { CodeState } from "../../generated/CodeState";
import type { EmailState } from "../../generated/EmailState";
import { Icon, type IconName } from "../../ui/icon/Icon";
import styles from "./StateTag.module.css";

type Tag = { label: string; icon: IconName; tone: "positive" | "neutral" | "negative" };

const tags: Record<CodeState | EmailState, Tag> = {
  valid: { label: "Valid", icon: "gift", tone: "positive" },
  used: { label: "Used", icon: "check", tone: "positive" },
  expired: { label: "Expired", icon: "clock", tone: "neutral" },
  cancelled: { label: "Cancelled", icon: "close", tone: "negative" },
  queued: { label: "Email queued", icon: "clock", tone: "neutral" },
  sent: { label: "Email sent", icon: "mail", tone: "positive" },
  rejected: { label: "Email rejected", icon: "close", tone: "negative" },
  failed: { label: "Email failed", icon: "alert", tone: "negative" },
};

export function StateTag({ state }: { state: CodeState | EmailState }): ReactNode {
  const { label, icon, tone } = tags[state];
  return (
    <span className={`${styles.tag} ${styles[tone]}`}>
      <Icon name={icon} /> {label}
    </span>
  );
}
