// One screen of the desk. Its name is the title of the page. When another screen is opened, it begins at the top, and screen
// readers read its heading; going back leaves the page where it was.
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { useScreenTitle } from "./page-title";
import { ScreenErrors } from "./ScreenErrors";

interface ShownScreenProps {
  /** Another address is another screen. */
  address: string;
  label: string;
  /** How the person came to the first one. */
  firstArrival: Arrival;
  children: ReactNode;
}

/** "loaded" with the page, "opened" by a link or by signing in, or "returned" to with the browser's buttons. */
export type Arrival = "loaded" | "opened" | "returned";

export function ShownScreen(props: ShownScreenProps): ReactNode {
  const { address, label, firstArrival, children } = props;
  const arrival = useRef(firstArrival);
  useEffect(() => {
    const note = ({ type }: Event) => {
      arrival.current = type === "popstate" ? "returned" : "opened";
      // A link on the screen that is shown.
      if (type === "pushState") goToPart();
    };
    // Before the router, which shows the other screen at once. It sends the second event itself.
    const events = ["popstate", "pushState", "replaceState"];
    for (const event of events) window.addEventListener(event, note, true);
    return () => {
      for (const event of events) window.removeEventListener(event, note, true);
    };
  }, []);
  return (
    <>
      <Title label={label} />
      <Suspense key={address} fallback={<p role="status">Loading...</p>}>
        <ScreenErrors>{children}</ScreenErrors>
        <Arrived onArrival={() => arriveAt(arrival.current)} />
      </Suspense>
    </>
  );
}

/** Before the screen, which may name itself. */
function Title({ label }: { label: string }): ReactNode {
  useScreenTitle(label);
  return null;
}

/** Appears with the screen, after its program has been loaded. */
function Arrived({ onArrival }: { onArrival: () => void }): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each screen.
  useEffect(onArrival, []);
  return null;
}

function arriveAt(arrival: Arrival): void {
  if (arrival !== "returned" && goToPart()) return;
  if (arrival === "loaded") return;
  // The browser itself goes to the place where the page was left.
  if (arrival === "opened") window.scrollTo(0, 0);
  const main = document.getElementById("main");
  const focused = document.activeElement;
  // Effects of the screen run first: do not take focus from a field that it has focused.
  const isInField =
    main?.contains(focused) && focused?.matches("input, select, textarea, [contenteditable]");
  if (!isInField) main?.querySelector("h1")?.focus({ preventScroll: true });
}

/** Goes to the part of the screen that the address names after the sign #. */
function goToPart(): boolean {
  const part = document.getElementById(location.hash.slice(1));
  const main = document.getElementById("main");
  if (!part || part === main || !main?.contains(part)) return false;
  part.focus({ preventScroll: true });
  part.scrollIntoView();
  return true;
}
