// Asks before a link of the desk, or the browser's Back, leaves a screen with something that neither the server nor this device has.
// The browser itself asks before the page is closed or loaded again.
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useSearch } from "wouter";
import { NavigationContext, useNavigation } from "../../lib/navigation-context";
import { ConfirmDialog } from "../components/ConfirmDialog";
import { findLosses } from "./losses";

type Question = {
  readonly losses: readonly string[];
  readonly leave: () => void;
};

export function AskBeforeLeaving({ children }: { children: ReactNode }): ReactNode {
  const outer = useNavigation();
  const { path, navigate } = outer;
  const [question, setQuestion] = useState<Question | null>(null);
  useAskedReturn(path, setQuestion);

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
        onClose={() => setQuestion(null)}
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

/** A browser cannot be kept from going back. So the screen stays, and its address is added again behind the one that was returned to. */
function useAskedReturn(path: string, ask: (question: Question) => void): void {
  const search = useSearch();
  const shown = useRef("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address of the page changes with them.
  useLayoutEffect(() => {
    shown.current = location.href;
  }, [path, search]);
  useEffect(() => {
    let isAnswered = false;
    const leave = () => {
      isAnswered = true;
      history.back();
    };
    const stay = (event: PopStateEvent) => {
      const mayLeave = isAnswered;
      isAnswered = false;
      if (mayLeave || isSameScreen(location.pathname, new URL(shown.current).pathname)) return;
      const losses = findLosses();
      if (losses.length === 0) return;
      // The router must not show the other screen.
      event.stopImmediatePropagation();
      history.pushState(null, "", shown.current);
      ask({ losses, leave });
    };
    // Before the router.
    window.addEventListener("popstate", stay, true);
    return () => window.removeEventListener("popstate", stay, true);
  }, [ask]);
}

/** The place inside of a screen is in the rest of the address. */
function isSameScreen(one: string, other: string): boolean {
  return one.replace(/\/$/, "") === other.replace(/\/$/, "");
}
