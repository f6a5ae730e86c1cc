// The clinic's address with a link to the map.
import type { ReactNode } from "react";
import type { Clinic } from "../generated/Clinic";
import { Icon } from "../ui/icon/Icon";
import { Link } from "../ui/link/Link";
import styles from "./ClinicAddress.module.css";

export function ClinicAddress({ clinic }: { clinic: Clinic }): ReactNode {
  const { street, city, state, country } = clinic.address;
  return (
    <address className={styles.address}>
      <Icon name="map-pin" />
      <span>
        {street}
        <br />
        {`${city}, ${state}, ${country}`}
      </span>
      <Link href={clinic.map.link} className={styles.map}>
        View in Map
      </Link>
    </address>
  );
}
