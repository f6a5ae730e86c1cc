// What the desk's components need around them in examples: a query client. No example sends a request.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

export function WithQueries({ children }: { children: ReactNode }): ReactNode {
  const [client] = useState(() => new QueryClient());
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
