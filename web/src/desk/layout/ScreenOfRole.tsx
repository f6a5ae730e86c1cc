// The screen, for a role that may open it. When an owner takes the role away while somebody types, the screen waits, hidden: what only it
// has is named, leaving asks, and it is there again with the role.
import { type ReactNode, useContext, useState } from "react";
import type { Role } from "../../generated/Role";
import { DialogsPaused } from "../../ui/dialog/dialogs-paused";
import type { DeskScreen } from "../screens";
import styles from "./DeskLayout.module.css";
import { findLosses } from "./leaving/losses";
import { NotAllowed } from "./NotAllowed";

interface ScreenOfRoleProps {
  screen: DeskScreen;
  role: Role;
}

export function ScreenOfRole({ screen, role }: ScreenOfRoleProps): ReactNode {
  const isAllowed = screen.roles.includes(role);
  const [wasAllowed, setWasAllowed] = useState(isAllowed);
  const [losses, setLosses] = useState<readonly string[]>([]);
  const arePaused = useContext(DialogsPaused);
  if (wasAllowed !== isAllowed) {
    setWasAllowed(isAllowed);
    setLosses(isAllowed ? [] : findLosses());
  }
  const isKept = !isAllowed && losses.length > 0;
  return (
    <>
      {(isAllowed || isKept) && (
        <div className={styles.screen} hidden={isKept}>
          <DialogsPaused value={arePaused || isKept}>
            <screen.Component />
          </DialogsPaused>
        </div>
      )}
      {!isAllowed && <NotAllowed screen={screen} losses={losses} />}
    </>
  );
}
