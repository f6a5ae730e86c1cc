// The header of every page: logo, main navigation and display settings.
import type { ReactNode } from "react";
import type { Clinic } from "../../generated/Clinic";
import { pages } from "../../generated/pages";
import { bookingPath, pagePath } from "../../lib/navigation/paths";
import { Link } from "../../ui/link/Link";
import { Logo } from "../../ui/logo/Logo";
import { Menu } from "../../ui/menu/Menu";
import { NavList, type NavListItem } from "../../ui/menu/NavList";
import { SkipLink } from "../../ui/skip-link/SkipLink";
import { TextSize } from "../../ui/text-size/TextSize";
import { ThemeSwitch } from "../../ui/theme-switch/ThemeSwitch";
import styles from "./Header.module.css";

interface HeaderProps {
  clinic: Clinic;
  path: string;
}

export function Header({ clinic, path }: HeaderProps): ReactNode {
  return (
    <header className={styles.header}>
      <SkipLink />
      <div className={styles.frame}>
        <Link
          href={pagePath("home")}
          className={styles.brand}
          aria-label={`${clinic.name}, home page`}
        >
          <Logo />
          <span>{clinic.name}</span>
        </Link>
        <Link href={pagePath("urgent")} className={styles.urgent}>
          Is it urgent?
        </Link>
        <Menu>
          <NavList label="Main" className={styles.nav} items={navItems(clinic, path)} />
          <div className={styles.display}>
            <TextSize />
            <ThemeSwitch />
          </div>
        </Menu>
      </div>
    </header>
  );
}

function navItems({ booksOnline, menuPages = [] }: Clinic, path: string): NavListItem[] {
  const links: NavListItem[] = pages.flatMap(({ path: href, header }) =>
    header ? [{ ...header, href }] : [],
  );
  links.push(...menuPages);
  if (booksOnline) links.push({ label: "Book online", href: bookingPath() });
  return links.map((link) => ({ ...link, current: ariaCurrent(link.href, path) }));
}

/** An article belongs to /articles, so its link is marked too, but not as the current page. */
function ariaCurrent(href: string, path: string): NavListItem["current"] {
  if (path === href) return "page";
  return path.startsWith(`${href}/`) ? "true" : undefined;
}
