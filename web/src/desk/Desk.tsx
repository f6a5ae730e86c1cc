// The root of the staff desk: sign-in first, then the screens that the person's role may open.
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { Session } from "../generated/Session";
import { NavigationContext } from "../lib/navigation/navigation-context";
import { Button } from "../ui/button/Button";
import { DialogsPaused } from "../ui/dialog/dialogs-paused";
import { Notice } from "../ui/notice/Notice";
import { mustSetUpTwoStep, SetUpTwoStep } from "./account/SetUpTwoStep";
import { describeApiFailure } from "./api/api-error";
import styles from "./components/desk.module.css";
import { movedAddress } from "./content/content-address";
import { keepAccountOfTab } from "./last-place";
import { DeskLayout } from "./layout/DeskLayout";
import { AskBeforeLeaving } from "./layout/leaving/AskBeforeLeaving";
import { ScreenOfRole } from "./layout/ScreenOfRole";
import { type Arrival, ShownScreen } from "./layout/ShownScreen";
import { START_PATH, screenAt, screensFor } from "./screens";
import { AccountSwitched } from "./sign-in/AccountSwitched";
import { ConfirmIdentity } from "./sign-in/ConfirmIdentity";
import { OWNER_SETUP_PATH, OwnerSetup } from "./sign-in/OwnerSetup";
import { RESET_PASSWORD_PATH, ResetPassword } from "./sign-in/ResetPassword";
import { SessionProvider, useSession } from "./sign-in/SessionProvider";
import { SignIn } from "./sign-in/SignIn";
import { useTypingPause } from "./sign-in/use-typing-pause";
import { useLastPlace } from "./use-last-place";

export function Desk(): ReactNode {
  const [path, navigate] = useLocation();
  // The search of an old address is enough to show another one.
  useSearch();
  const moved = movedAddress(location);
  useLayoutEffect(() => {
    if (moved !== null) navigate(moved, { replace: true });
  }, [moved, navigate]);
  const navigation = useMemo(() => ({ path, navigate, prefetch: () => {} }), [path, navigate]);
  return (
    <NavigationContext value={navigation}>
      <SessionProvider
        onSignedOut={() => {
          keepAccountOfTab(null);
          navigate(START_PATH, { replace: true });
        }}
      >
        {moved === null && <DeskPage path={path} />}
      </SessionProvider>
    </NavigationContext>
  );
}

/** The pages behind one-time links need no session. */
function DeskPage({ path }: { path: string }): ReactNode {
  switch (path) {
    case RESET_PASSWORD_PATH:
      return <ResetPassword />;
    case OWNER_SETUP_PATH:
      return <OwnerSetup />;
    default:
      return <DeskGate />;
  }
}

function DeskGate(): ReactNode {
  const { session, reload } = useSession();
  const [arrival, setArrival] = useState<Arrival>("loaded");
  const isAsked = session.kind !== "loading" && session.kind !== "signedIn";
  if (isAsked && arrival === "loaded") setArrival("opened");
  const isSignedIn = session.kind === "signedIn" || session.kind === "expired";
  const isOpening = useLastPlace(isSignedIn ? session.me : null);
  if (isSignedIn && isOpening) return <p className={styles.narrowPage}>Loading...</p>;
  switch (session.kind) {
    case "loading":
      return <p className={styles.narrowPage}>Loading...</p>;
    case "failed":
      return (
        <main className={styles.narrowPage}>
          <h1>Staff desk</h1>
          <Notice tone="alarm" live>
            <p>{describeApiFailure(session.failure)}</p>
          </Notice>
          <Button onClick={reload}>Try again</Button>
        </main>
      );
    case "signedOut":
      return <SignIn />;
    case "switched":
      return <AccountSwitched previous={session.previous} me={session.me} />;
    // The same element for both, so that React keeps the screens and what was typed in them.
    case "expired":
    case "signedIn":
      return (
        // The key discards all screen state when another person signs in.
        <DeskScreens
          key={session.me.name}
          me={session.me}
          expired={session.kind === "expired"}
          losses={session.kind === "expired" ? session.losses : []}
          arrival={arrival}
        />
      );
  }
}

interface DeskScreensProps {
  me: Session;
  expired: boolean;
  /** What only the screen had when the session expired. */
  losses: readonly string[];
  arrival: Arrival;
}

function DeskScreens({ me, expired, losses, arrival }: DeskScreensProps): ReactNode {
  const [path] = useLocation();
  const address = path.replace(/\/$/, "");
  const screens = screensFor(me.role);
  const screen = screenAt(address);
  const keepsInput = screen.keepsInput === true;
  const [hasBegun, setHasBegun] = useState(false);
  const isSettingUp = hasBegun || mustSetUpTwoStep(me);
  if (isSettingUp && !hasBegun) setHasBegun(true);
  // The screens wait, hidden, until two-step verification is set up, but are not opened before.
  const [isOpened, setIsOpened] = useState(false);
  const staysOpen = expired ? keepsInput && (isOpened || !isSettingUp) : isOpened || !isSettingUp;
  if (isOpened !== staysOpen) setIsOpened(staysOpen);
  const mayAsk = useTypingPause(expired || isSettingUp);
  const isCovered = (expired || isSettingUp) && (mayAsk || !staysOpen);
  useRestoreFocus(isCovered);
  const queryClient = useQueryClient();
  const finishSetUp = () => {
    setHasBegun(false);
    // What the server refused before.
    void queryClient.refetchQueries({ predicate: ({ state }) => state.status === "error" });
  };
  return (
    <>
      {staysOpen && (
        <div hidden={isCovered}>
          <DialogsPaused value={isCovered}>
            <AskBeforeLeaving>
              <ConfirmIdentity>
                <DeskLayout me={me} screens={screens} address={address}>
                  <ShownScreen address={address} label={screen.label} firstArrival={arrival}>
                    <ScreenOfRole screen={screen} role={me.role} />
                  </ShownScreen>
                </DeskLayout>
              </ConfirmIdentity>
            </AskBeforeLeaving>
          </DialogsPaused>
        </div>
      )}
      {isCovered &&
        (expired ? (
          <SignIn expired={me} keepsInput={staysOpen} losses={losses} />
        ) : (
          <SetUpTwoStep me={me} keepsInput={staysOpen} onDone={finishSetUp} />
        ))}
    </>
  );
}

/** When the screens are shown again, focus returns to the element that had it when something else took their place. */
function useRestoreFocus(isCovered: boolean): void {
  const lastFocused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (isCovered) lastFocused.current = document.activeElement;
    else if (lastFocused.current instanceof HTMLElement) lastFocused.current.focus();
  }, [isCovered]);
}
