// In place of a screen that the person's role may not open.
import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button/Button";
import { Notice } from "../../ui/notice/Notice";
import styles from "../components/desk.module.css";
import type { DeskScreen } from "../screens";
import { whatIsLost } from "./leaving/losses";

interface NotAllowedProps {
  screen: DeskScreen;
  /** What waits behind this, in the screen as it was before the role was changed. */
  losses: readonly string[];
}

export function NotAllowed({ screen: { label, roles }, losses }: NotAllowedProps): ReactNode {
  const isForEditors = roles.includes("editor");
  return (
    <div className={styles.section}>
      <h1 tabIndex={-1}>{label}</h1>
      <Notice heading={`This page is for ${isForEditors ? "editors and owners" : "owners"}`}>
        <p>
          Your account cannot open it. Ask an owner, or sign out and sign in with an{" "}
          {isForEditors ? "editor's" : "owner's"} account.
        </p>
      </Notice>
      {losses.length > 0 && (
        <Notice tone="alarm" live heading="What you typed is not saved">
          {losses.map((loss) => (
            <p key={loss}>{whatIsLost(loss)}</p>
          ))}
          <p>
            What you typed is shown again if an owner gives your account its role back. If you leave
            this page, it is lost.
          </p>
        </Notice>
      )}
      <div className={styles.row}>
        <ButtonLink href="/desk">Redeem a code</ButtonLink>
      </div>
    </div>
  );
}
