// The staff desk: who may see which screen, and the way between them. Everything is behind the sign-in.
import { type ReactNode, useLayoutEffect, useMemo, useRef } from "react";
import { useLocation } from "wouter";
import { NavigationContext } from "../lib/navigation";
import { Button } from "../ui/button/Button";
import { Notice } from "../ui/notice/Notice";
import { Frame } from "./Frame";
import styles from "./parts/parts.module.css";
import { placesFor } from "./places";
import { explain } from "./problem";
import { SignIn } from "./SignIn";
import { SessionProvider, useSession } from "./session";
import type { Me } from "./types";

export function Desk(): ReactNode {
  const [path, navigate] = useLocation();
  const navigation = useMemo(() => ({ path, navigate, prefetch: () => {} }), [path, navigate]);
  return (
    <NavigationContext value={navigation}>
      <SessionProvider onLeave={() => navigate("/desk", { replace: true })}>
        <Door />
      </SessionProvider>
    </NavigationContext>
  );
}

function Door(): ReactNode {
  const { session, retry } = useSession();
  switch (session.kind) {
    case "opening":
      return <p className={styles.alone}>Loading...</p>;
    case "failed":
      return (
        <main className={styles.alone}>
          <h1>The desk</h1>
          <Notice tone="alarm" live>
            <p>{explain(session.problem)}</p>
          </Notice>
          <Button onClick={retry}>Try again</Button>
        </main>
      );
    case "signedOut":
      return <Room me={session.lapsed} lapsed />;
    case "signedIn":
      return <Room me={session.me} lapsed={false} />;
  }
}

/** The screens of one person: they outlive a lapsed session, but never pass to somebody else. */
function Room({ me, lapsed }: { me: Me | null; lapsed: boolean }): ReactNode {
  const [path] = useLocation();
  const places = me ? placesFor(me.role) : [];
  useReturningFocus(lapsed);
  const place = places.find(({ href }) => href === path.replace(/\/$/, "")) ?? places[0];
  return (
    <>
      {me && place && (
        <div key={me.name} hidden={lapsed}>
          <Frame me={me} places={places} place={place}>
            <place.Screen key={place.href} />
          </Frame>
        </div>
      )}
      {lapsed && <SignIn lapsed={me} />}
    </>
  );
}

/** Who comes back from the sign-in goes on where the hand was. */
function useReturningFocus(away: boolean): void {
  const left = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (away) left.current = document.activeElement;
    else if (left.current instanceof HTMLElement) left.current.focus();
  }, [away]);
}
