// Loads the screen with what is still missing on demand, like the other content screens.
import { lazy, type ReactNode, Suspense } from "react";

const MissingScreen = lazy(() => import("./MissingScreen"));

export function LoadMissingScreen(): ReactNode {
  return (
    <Suspense fallback={<p role="status">Loading...</p>}>
      <MissingScreen />
    </Suspense>
  );
}
