// The state of a code, an email or an appointment as a small label with an icon.
import type { ReactNode } from "react";
import type { AppointmentState } from "../../generated/AppointmentState";
import type { CodeState } from "../../generated/CodeState";
import type { EmailState } from "../../generated/EmailState";
import { Icon, type IconName } from "../../ui/icon/Icon";
import styles from "./StateTag.module.css";

type State = CodeState | EmailState | AppointmentState;

type Tag = { label: string; icon: IconName; tone: "positive" | "neutral" | "negative" };

const tags: Record<State, Tag> = {
  valid: { label: "Valid", icon: "gift", tone: "positive" },
  used: { label: "Used", icon: "check", tone: "positive" },
  expired: { label: "Expired", icon: "clock", tone: "neutral" },
  cancelled: { label: "Cancelled", icon: "close", tone: "negative" },
  queued: { label: "Email queued", icon: "clock", tone: "neutral" },
  sent: { label: "Email sent", icon: "mail", tone: "positive" },
  rejected: { label: "Email rejected", icon: "close", tone: "negative" },
  waiting: { label: "Waits for a time", icon: "clock", tone: "neutral" },
  requested: { label: "To confirm", icon: "clock", tone: "neutral" },
  confirmed: { label: "Confirmed", icon: "check", tone: "positive" },
  arrived: { label: "Arrived", icon: "map-pin", tone: "positive" },
  done: { label: "Done", icon: "check", tone: "neutral" },
  missed: { label: "Missed", icon: "alert", tone: "negative" },
  failed: { label: "Email failed", icon: "alert", tone: "negative" },
  replaced: { label: "Email replaced", icon: "mail", tone: "neutral" },
};

/** For paper and sentences. */
export const stateText = (state: State): string => tags[state].label;

export function StateTag({ state }: { state: State }): ReactNode {
  const { label, icon, tone } = tags[state];
  return (
    <span className={`${styles.tag} ${styles[tone]}`}>
      <Icon name={icon} /> <span>{label}</span>
    </span>
  );
}
