// What surrounds every screen of the desk: where one can go, who is here, and the way out. An owner's many places fold
// into a menu on a phone; a receptionist's two stay in sight.
import { type ReactNode, useEffect, useRef } from "react";
import { Logo } from "../ui/logo/Logo";
import { BarButton } from "../ui/menu/BarButton";
import { Menu } from "../ui/menu/Menu";
import { NavList } from "../ui/menu/NavList";
import { SkipLink } from "../ui/skip-link/SkipLink";
import * as api from "./api";
import styles from "./Frame.module.css";
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

  const signOut = async () => {
    const outcome = await act(api.logout, "You are signed out.");
    if (outcome.ok) leave();
  };

  const ways = (
    <>
      <NavList
        label="Desk"
        items={places.map(({ href, name }) => ({
          href,
          label: name,
          current: href === place.href ? "page" : undefined,
        }))}
      />
      <BarButton onClick={signOut}>Sign out</BarButton>
    </>
  );
  return (
    <>
      <SkipLink />
      <header className={styles.header}>
        <p className={styles.brand}>
          <Logo />
          <span className={me.role === "owner" ? undefined : styles.spare}>
            Desk <span className={styles.who}>{me.name}</span>
          </span>
        </p>
        {me.role === "owner" ? <Menu>{ways}</Menu> : ways}
      </header>
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        {report?.tone === "alarm" && <ReportNotice report={report} />}
        {children}
      </main>
    </>
  );
}
