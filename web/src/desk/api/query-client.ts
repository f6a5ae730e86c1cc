// Configures TanStack Query for the desk: staff decide when to try again, and any 401 ends the session.
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { problemOf } from "./problem";

export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (problemOf(error).kind === "signedOut") onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        // The default pauses while the browser believes it is offline and shows "Loading..." without end.
        networkMode: "always",
      },
      mutations: {
        retry: false,
        networkMode: "always",
        // A finished mutation holds its input, passwords included. Drop it as soon as no component uses it.
        gcTime: 0,
      },
    },
  });
}
