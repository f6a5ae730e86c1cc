// The navigation context: current path, navigate and prefetch. The app provides it; without a provider, links
// cause ordinary page loads.
import { createContext, useContext } from "react";

export type Navigate = (href: string, options?: { replace?: boolean }) => void;

export type Navigation = {
  /** The path of the page on screen. */
  path: string;
  navigate: Navigate;
  /** Call when the visitor is likely to go there. Does nothing in data-saving mode. */
  prefetch: (href: string) => void;
};

export const NavigationContext = createContext<Navigation>({
  path: "",
  navigate: (href) => window.location.assign(href),
  prefetch: () => {},
});

export function useNavigation(): Navigation {
  return useContext(NavigationContext);
}
