// In place of a screen that the person's role may not open.
import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button/Button";
import { Notice } from "../../ui/notice/Notice";
import styles from "../components/desk.module.css";
import type { DeskScreen } from "../screens";

export function NotAllowed({ screen: { label, roles } }: { screen: DeskScreen }): ReactNode {
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
      <div className={styles.row}>
        <ButtonLink href="/desk">Redeem a code</ButtonLink>
      </div>
    </div>
  );
}
