// For an address below /desk that leads nowhere, such as a mistyped or an old one.
import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button/Button";
import styles from "../components/desk.module.css";
import { useScreenTitle } from "./page-title";

export function NoSuchScreen(): ReactNode {
  useScreenTitle("No such page");
  return (
    <div className={styles.section}>
      <h1 tabIndex={-1}>There is no such page</h1>
      <p>
        The desk has no page with this address. Please check it, or choose a page from the menu.
      </p>
      <div className={styles.row}>
        <ButtonLink href="/desk">Redeem a code</ButtonLink>
      </div>
    </div>
  );
}
