// Patients to tell something by phone or message, and patients who agreed to come back.
import type { ReactNode } from "react";
import { useSecondPressGuard } from "../components/use-second-press-guard";
import layout from "../layout/DeskLayout.module.css";
import { RecallLists } from "./RecallLists";
import { ToTellList } from "./ToTellList";

export function RemindersScreen(): ReactNode {
  const guarded = useSecondPressGuard<HTMLDivElement>();
  return (
    <div ref={guarded} className={layout.screen}>
      <h1 tabIndex={-1}>Reminders</h1>
      <ToTellList />
      <RecallLists />
    </div>
  );
}
