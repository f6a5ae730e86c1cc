// Patients to tell something by phone or message, and patients who agreed to come back.
import type { ReactNode } from "react";
import { RecallLists } from "./RecallLists";
import { ToTellList } from "./ToTellList";

export function RemindersScreen(): ReactNode {
  return (
    <>
      <h1 tabIndex={-1}>Reminders</h1>
      <ToTellList />
      <RecallLists />
    </>
  );
}
