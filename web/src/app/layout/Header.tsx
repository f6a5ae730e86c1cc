// The top of every page: who this is, where one can go, and how large and how light it should be shown.
// On phones the menu is a native popover, so that it opens without JavaScript; browsers that know no popover
// simply show it.
import { type MouseEvent, type ReactNode, useRef } from "react";
import type { Clinic } from "../../generated/Clinic";
import { Icon } from "../../ui/icon/Icon";
import { Link } from "../../ui/link/Link";
import { TextSize } from "../../ui/text-size/TextSize";
import { ThemeSwitch } from "../../ui/theme-switch/ThemeSwitch";
import styles from "./Header.module.css";
import { Mark } from "./Mark";

const places = [
  ["/home", "Home"],
  ["/services", "Services"],
  ["/outreaches", "Outreaches"],
  ["/articles", "Articles"],
  ["/about-us", "About Us"],
  ["/team", "Our Team"],
  ["/visionTest", "Play & Win"],
] as const;

interface HeaderProps {
  clinic: Clinic;
  path: string;
}

export function Header({ clinic, path }: HeaderProps): ReactNode {
  const menu = useRef<HTMLDivElement>(null);
  const closeMenu = (event: MouseEvent) => {
    if ((event.target as Element).closest("a")) menu.current?.hidePopover?.();
  };

  return (
    <header className={styles.header}>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <div className={styles.frame}>
        <Link href="/home" className={styles.brand} aria-label={`${clinic.name}, home page`}>
          <Mark />
          <span>{clinic.name}</span>
        </Link>
        <button type="button" className={styles.open} popoverTarget="menu">
          <Icon name="menu" /> Menu
        </button>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link followed by keyboard clicks as well. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the links inside. */}
        <div id="menu" ref={menu} popover="auto" className={styles.menu} onClick={closeMenu}>
          <button
            type="button"
            className={styles.close}
            popoverTarget="menu"
            popoverTargetAction="hide"
          >
            <Icon name="close" /> Close
          </button>
          <nav aria-label="Main" className={styles.nav}>
            <ul>
              {places.map(([href, name]) => (
                <li key={href}>
                  <Link href={href} aria-current={currentness(href, path)}>
                    {href === "/visionTest" && <Icon name="gift" />}
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className={styles.display}>
            <TextSize />
            <ThemeSwitch />
          </div>
        </div>
      </div>
    </header>
  );
}

function currentness(href: string, path: string): "page" | "true" | undefined {
  if (path === href) return "page";
  return path.startsWith(`${href}/`) ? "true" : undefined;
}
