// Where one can go from here, as a row of links in a bar or, inside a folded menu, as a column.
import type { ReactNode } from "react";
import { Icon, type IconName } from "../icon/Icon";
import { Link } from "../link/Link";
import styles from "./Menu.module.css";

export interface Place {
  href: string;
  name: string;
  icon?: IconName | undefined;
  /** `page` is this very page, `true` one that belongs to it. */
  current?: "page" | "true" | undefined;
}

interface PlacesProps {
  label: string;
  places: readonly Place[];
  className?: string | undefined;
}

export function Places({ label, places, className = "" }: PlacesProps): ReactNode {
  return (
    <nav aria-label={label} className={`${styles.places} ${className}`}>
      <ul>
        {places.map(({ href, name, icon, current }) => (
          <li key={href}>
            <Link href={href} aria-current={current}>
              {icon && <Icon name={icon} />}
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
