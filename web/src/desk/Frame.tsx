// What surrounds every screen of the desk: where one can go, who is here, and the way out. An owner's many places fold
// into a menu on a phone; a receptionist's two stay in sight.
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../ui/icon/Icon";
import { Link } from "../ui/link/Link";
import * as api from "./api";
import styles from "./Frame.module.css";
import { Mark } from "./Mark";
import { ReportNotice } from "./parts/ReportNotice";
import { useAct } from "./parts/use-act";
import type { Place } from "./places";
import { useSession } from "./session";
import type { Me } from "./types";

interface FrameProps {
  me: Me;
  places: readonly Place[];
  place: Place;
  children: ReactNode;
}

export function Frame({ me, places, place, children }: FrameProps): ReactNode {
  const { leave } = useSession();
  const { act, report } = useAct();
  const menu = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLElement>(null);
  const arrived = useRef(place.href);

  useEffect(() => {
    document.title = `${place.name} · Desk of ${me.clinicName}`;
    if (arrived.current === place.href) return;
    arrived.current = place.href;
    window.scrollTo(0, 0);
    // A screen that wants the focus elsewhere has taken it by now.
    if (!main.current?.contains(document.activeElement)) main.current?.querySelector("h1")?.focus();
  }, [place, me.clinicName]);

  const closeMenu = (event: MouseEvent) => {
    const followed = (event.target as Element).closest("a");
    if (followed && menu.current?.popover) menu.current.hidePopover();
  };
  const signOut = async () => {
    const outcome = await act(api.logout, "You are signed out.");
    if (outcome.ok) leave();
  };

  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <header className={`${styles.header} ${me.role === "owner" ? styles.many : ""}`}>
        <p className={styles.brand}>
          <Mark />
          <span className={styles.clinic}>
            Desk <span className={styles.who}>{me.name}</span>
          </span>
        </p>
        <button type="button" className={styles.open} popoverTarget="menu">
          <Icon name="menu" /> Menu
        </button>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link followed by keyboard clicks as well. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the links inside. */}
        <div
          id="menu"
          ref={menu}
          popover={me.role === "owner" ? "auto" : undefined}
          className={styles.menu}
          onClick={closeMenu}
        >
          <button
            type="button"
            className={styles.close}
            popoverTarget="menu"
            popoverTargetAction="hide"
          >
            <Icon name="close" /> Close
          </button>
          <nav aria-label="Desk">
            <ul className={styles.places}>
              {places.map(({ href, name }) => (
                <li key={href}>
                  <Link href={href} aria-current={href === place.href ? "page" : undefined}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <button type="button" className={styles.out} onClick={signOut}>
            Sign out
          </button>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        {report?.tone === "alarm" && <ReportNotice report={report} />}
        {children}
      </main>
    </>
  );
}
