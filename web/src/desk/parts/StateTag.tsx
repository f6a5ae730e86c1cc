// The state of a code or of a mail as a word with its own sign, small enough for a list.
import type { ReactNode } from "react";
import { Icon, type IconName } from "../../ui/icon/Icon";
import type { CodeState, MailState } from "../types";
import styles from "./parts.module.css";

type Look = { word: string; icon: IconName; tone: "well" | "bad" | null };

const looks: Record<CodeState | MailState, Look> = {
  good: { word: "Good", icon: "gift", tone: "well" },
  used: { word: "Used", icon: "check", tone: "well" },
  expired: { word: "Expired", icon: "clock", tone: null },
  void: { word: "Withdrawn", icon: "close", tone: "bad" },
  queued: { word: "Mail waiting", icon: "clock", tone: null },
  sent: { word: "Mail sent", icon: "mail", tone: "well" },
  refused: { word: "Mail refused", icon: "close", tone: "bad" },
  parked: { word: "Mail parked", icon: "alert", tone: "bad" },
};

export function StateTag({ state }: { state: CodeState | MailState }): ReactNode {
  const { word, icon, tone } = looks[state];
  return (
    <span className={`${styles.tag} ${tone ? styles[tone] : ""}`}>
      <Icon name={icon} /> {word}
    </span>
  );
}
