// Configures TanStack Query for the desk: staff decide when to try again, any 401 ends the session, and a 403 may mean
// that the role or the account has changed.
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { apiFailureOf } from "./api-error";

interface Events {
  onSignedOut: () => void;
  onForbidden: () => void;
}

export function createQueryClient({ onSignedOut, onForbidden }: Events): QueryClient {
  const onError = (error: unknown) => {
    const { kind } = apiFailureOf(error);
    if (kind === "signedOut") onSignedOut();
    if (kind === "forbidden" || kind === "otherAccount") onForbidden();
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
