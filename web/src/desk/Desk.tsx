// The root of the staff desk: sign-in first, then the screens that the person's role may open.
import { type ReactNode, useLayoutEffect, useMemo, useRef } from "react";
import { useLocation } from "wouter";
import type { Session } from "../generated/Session";
import { NavigationContext } from "../lib/navigation-context";
import { Button } from "../ui/button/Button";
import { Notice } from "../ui/notice/Notice";
import { describeProblem } from "./api/problem";
import styles from "./components/desk.module.css";
import { DeskLayout } from "./layout/DeskLayout";
import { screensFor } from "./screens";
import { RESET_PASSWORD_PATH, ResetPassword } from "./session/ResetPassword";
import { SessionProvider, useSession } from "./session/SessionProvider";
import { SignIn } from "./session/SignIn";

export function Desk(): ReactNode {
  const [path, navigate] = useLocation();
  const navigation = useMemo(() => ({ path, navigate, prefetch: () => {} }), [path, navigate]);
  return (
    <NavigationContext value={navigation}>
      <SessionProvider onSignedOut={() => navigate("/desk", { replace: true })}>
        {path === RESET_PASSWORD_PATH ? <ResetPassword /> : <DeskGate />}
      </SessionProvider>
    </NavigationContext>
  );
}

function DeskGate(): ReactNode {
  const { session, reload } = useSession();
  switch (session.kind) {
    case "loading":
      return <p className={styles.narrowPage}>Loading...</p>;
    case "failed":
      return (
        <main className={styles.narrowPage}>
          <h1>Staff desk</h1>
          <Notice tone="alarm" live>
            <p>{describeProblem(session.problem)}</p>
          </Notice>
          <Button onClick={reload}>Try again</Button>
        </main>
      );
    case "signedOut":
      return <SignIn />;
    // The same element for both, so that React keeps the screens and what was typed in them.
    case "expired":
    case "signedIn":
      return <DeskScreens me={session.me} expired={session.kind === "expired"} />;
  }
}

/** The key on `me.name` discards all screen state when another person signs in. */
function DeskScreens({ me, expired }: { me: Session; expired: boolean }): ReactNode {
  const [path] = useLocation();
  const screens = screensFor(me.role);
  useRestoreFocus(expired);
  const screen =
    screens.find((candidate) => candidate.path === path.replace(/\/$/, "")) ?? screens[0];
  return (
    <>
      {screen && (
        <div key={me.name} hidden={expired}>
          <DeskLayout me={me} screens={screens} screen={screen}>
            <screen.Component key={screen.path} />
          </DeskLayout>
        </div>
      )}
      {expired && <SignIn expired={me} />}
    </>
  );
}

/** After signing in again, focus returns to the element that had it when the session expired. */
function useRestoreFocus(expired: boolean): void {
  const lastFocused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (expired) lastFocused.current = document.activeElement;
    else if (lastFocused.current instanceof HTMLElement) lastFocused.current.focus();
  }, [expired]);
}
