// Loads the content screens with the text editor on demand: most people at the desk never open them.
import { lazy, type ReactNode, Suspense } from "react";

const ContentScreen = lazy(() => import("./ContentScreen"));

export function LoadContentScreen(): ReactNode {
  return (
    <Suspense fallback={<p role="status">Loading...</p>}>
      <ContentScreen />
    </Suspense>
  );
}
