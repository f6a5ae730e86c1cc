// The top of every page: who this is, where one can go, and how large and how light it should be shown.
import type { ReactNode } from "react";
import type { Clinic } from "../../generated/Clinic";
import { Link } from "../../ui/link/Link";
import { Mark } from "../../ui/mark/Mark";
import { Menu } from "../../ui/menu/Menu";
import { type Place, Places } from "../../ui/menu/Places";
import { SkipLink } from "../../ui/skip-link/SkipLink";
import { TextSize } from "../../ui/text-size/TextSize";
import { ThemeSwitch } from "../../ui/theme-switch/ThemeSwitch";
import styles from "./Header.module.css";

const places: readonly Place[] = [
  { href: "/home", name: "Home" },
  { href: "/services", name: "Services" },
  { href: "/outreaches", name: "Outreaches" },
  { href: "/articles", name: "Articles" },
  { href: "/about-us", name: "About Us" },
  { href: "/team", name: "Our Team" },
  { href: "/visionTest", name: "Play & Win", icon: "gift" },
];

interface HeaderProps {
  clinic: Clinic;
  path: string;
}

export function Header({ clinic, path }: HeaderProps): ReactNode {
  return (
    <header className={styles.header}>
      <SkipLink />
      <div className={styles.frame}>
        <Link href="/home" className={styles.brand} aria-label={`${clinic.name}, home page`}>
          <Mark />
          <span>{clinic.name}</span>
        </Link>
        <Menu>
          <Places
            label="Main"
            className={styles.nav}
            places={places.map((place) => ({ ...place, current: currentness(place.href, path) }))}
          />
          <div className={styles.display}>
            <TextSize />
            <ThemeSwitch />
          </div>
        </Menu>
      </div>
    </header>
  );
}

function currentness(href: string, path: string): Place["current"] {
  if (path === href) return "page";
  return path.startsWith(`${href}/`) ? "true" : undefined;
}
