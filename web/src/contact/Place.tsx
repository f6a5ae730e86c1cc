// Where the clinic is: the address, written the one way everywhere, with the link to the map.
import type { ReactNode } from "react";
import type { Clinic } from "../generated/Clinic";
import { Icon } from "../ui/icon/Icon";
import { Link } from "../ui/link/Link";
import styles from "./Place.module.css";

export function Place({ clinic }: { clinic: Clinic }): ReactNode {
  const { street, city, state, country } = clinic.address;
  return (
    <address className={styles.place}>
      <Icon name="map-pin" />
      <span>
        {street}
        <br />
        {city}, {state}, {country}
      </span>
      <Link href={clinic.map.link} className={styles.map}>
        View in Map
      </Link>
    </address>
  );
}
