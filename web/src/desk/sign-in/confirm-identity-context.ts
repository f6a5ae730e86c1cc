// How actions ask the person to confirm who they are. Apart from the dialog, so that `useAction` does not import it.
import { createContext } from "react";

/** Sends a request. When the server asks for a confirmation, sends it again after the person has confirmed. */
export type RunConfirmed = <T>(request: () => Promise<T>) => Promise<T>;

/** Without a provider, as in the examples of single components, nobody is asked. */
export const ConfirmationContext = createContext<RunConfirmed>((request) => request());
