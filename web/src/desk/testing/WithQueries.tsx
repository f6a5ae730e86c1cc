// What the desk's components need around them in examples: a query client. No example sends a request.
import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

interface WithQueriesProps {
  /** The answers that components of the example ask for. */
  answers?: readonly (readonly [key: QueryKey, answer: unknown])[];
  children: ReactNode;
}

export function WithQueries({ answers = [], children }: WithQueriesProps): ReactNode {
  const [client] = useState(() => {
    const created = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    for (const [key, answer] of answers) created.setQueryData(key, answer);
    return created;
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
