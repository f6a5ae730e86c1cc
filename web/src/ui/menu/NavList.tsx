// A list of navigation links: a row in a header, a column inside the opened menu.
import type { ReactNode } from "react";
import { Icon, type IconName } from "../icon/Icon";
import { Link } from "../link/Link";
import styles from "./Menu.module.css";

export interface NavListItem {
  href: string;
  label: string;
  icon?: IconName | null;
  /** The value of aria-current: `page` for this page, `true` for the section it belongs to. */
  current?: "page" | "true" | undefined;
}

interface NavListProps {
  label: string;
  items: readonly NavListItem[];
  className?: string | undefined;
}

export function NavList({ label, items, className = "" }: NavListProps): ReactNode {
  return (
    <nav aria-label={label} className={`${styles.navList} ${className}`}>
      <ul>
        {items.map((item) => (
          <li key={item.href}>
            <Link href={item.href} aria-current={item.current}>
              {item.icon && <Icon name={item.icon} />}
              <span>{item.label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
