// The hospitals that have an eye doctor on call.
import type { ReactNode } from "react";
import type { Hospital } from "../generated/Hospital";
import styles from "./HospitalList.module.css";

export function HospitalList({ hospitals }: { hospitals?: Hospital[] | undefined }): ReactNode {
  return (
    hospitals && (
      <ul className={styles.hospitals}>
        {hospitals.map(({ name, area, phone, map }) => (
          <li key={name}>
            <strong>{name}</strong>
            {area && `, ${area}`}
            {(phone || map) && <br />}
            {phone && (
              <a href={phone.href} className={styles.link}>
                {`Call ${phone.display}`}
              </a>
            )}
            {map && (
              <a href={map} className={styles.link}>
                View in Map
              </a>
            )}
          </li>
        ))}
      </ul>
    )
  );
}
