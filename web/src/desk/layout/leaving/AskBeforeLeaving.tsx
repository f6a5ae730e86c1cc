// Asks before a link of the desk, or the browser's Back, leaves a screen with something that neither the server nor this device has.
// The browser itself asks before the page is closed or loaded again.
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { NavigationContext, useNavigation } from "../../../lib/navigation/navigation-context";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { findLosses } from "./losses";

type Question = {
  readonly losses: readonly string[];
  readonly leave: () => void;
};

export function AskBeforeLeaving({ children }: { children: ReactNode }): ReactNode {
  const outer = useNavigation();
  const { path, navigate } = outer;
  const [question, setQuestion] = useState<Question | null>(null);
  useAskedReturn(setQuestion);

  const navigation = useMemo(
    () => ({
      ...outer,
      navigate: (href: string, options?: { replace?: boolean }) => {
        const leave = () => navigate(href, options);
        const losses = isSameScreen(new URL(href, location.href).pathname, path)
          ? []
          : findLosses();
        if (losses.length === 0) leave();
        else setQuestion({ losses, leave });
      },
    }),
    [outer, navigate, path],
  );

  return (
    <NavigationContext value={navigation}>
      {children}
      <ConfirmDialog
        heading="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay"
        open={question !== null}
        busy={false}
        isCautious
        onClose={() => {
          setQuestion(null);
          // When the browser goes back, it also scrolls to where the other screen was left.
          requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: "nearest" }));
        }}
        onConfirm={() => {
          setQuestion(null);
          question?.leave();
        }}
      >
        {question?.losses.map((loss) => (
          <p key={loss}>{loss}</p>
        ))}
      </ConfirmDialog>
    </NavigationContext>
  );
}

let onReturn: ((event: PopStateEvent) => void) | null = null;
// Now, because it has to be before the router, which listens as soon as a screen is shown. Of listeners at the window, Chromium calls the
// one first that was added first, also when a later one captures.
window.addEventListener("popstate", (event) => onReturn?.(event), true);

/** A browser cannot be kept from going back. So the screen stays, and its address is added again behind the one that was returned to. */
function useAskedReturn(ask: (question: Question) => void): void {
  useEffect(() => {
    /** The address before the browser went back. */
    let shown = location.href;
    const note = () => {
      shown = location.href;
    };
    let isAnswered = false;
    const leave = () => {
      isAnswered = true;
      history.back();
    };
    const stay = (event: PopStateEvent) => {
      const isElsewhere = !isSameScreen(location.pathname, new URL(shown).pathname);
      const losses = isElsewhere && !isAnswered ? findLosses() : [];
      isAnswered = false;
      if (losses.length === 0) return note();
      // The router must not show the other screen.
      event.stopImmediatePropagation();
      history.pushState(null, "", shown);
      ask({ losses, leave });
    };
    onReturn = stay;
    // The router sends these itself.
    window.addEventListener("pushState", note, true);
    window.addEventListener("replaceState", note, true);
    return () => {
      onReturn = null;
      window.removeEventListener("pushState", note, true);
      window.removeEventListener("replaceState", note, true);
    };
  }, [ask]);
}

/** The place inside of a screen is in the rest of the address. */
function isSameScreen(one: string, other: string): boolean {
  return one.replace(/\/$/, "") === other.replace(/\/$/, "");
}
