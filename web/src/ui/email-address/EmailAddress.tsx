// An email address. If it does not fit in a line, it breaks before its "@", and elsewhere only if it has to.
import type { ReactNode } from "react";
import styles from "./EmailAddress.module.css";

export function EmailAddress({ address }: { address: string }): ReactNode {
  const at = address.lastIndexOf("@");
  return (
    <span className={styles.address}>
      {address.slice(0, Math.max(0, at))}
      <wbr />
      {address.slice(Math.max(0, at))}
    </span>
  );
}
