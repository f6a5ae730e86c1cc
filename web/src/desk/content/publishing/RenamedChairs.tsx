// Chairs that keep their visits and get another name: the number of a doctor who left may have been given to somebody else.
import type { ReactNode } from "react";
import type { RenamedChair } from "../../../generated/RenamedChair";
import { Notice } from "../../../ui/notice/Notice";
import styles from "../Content.module.css";

export function RenamedChairs({ chairs }: { chairs: readonly RenamedChair[] }): ReactNode {
  return (
    chairs.length > 0 && (
      <Notice tone="alarm" heading="Visits stay with the number of a chair">
        <p>
          These chairs get another name. If it is somebody else, give them a number that no chair
          has had: the visits are then in a list under Appointments.
        </p>
        <ul className={styles.plainList}>
          {chairs.map(({ before, after, visits }) => (
            <li key={`${before} ${after}`}>
              {visits === 1 ? "1 visit" : `${visits} visits`} of “{before}” will be with “{after}”.
            </li>
          ))}
        </ul>
      </Notice>
    )
  );
}
