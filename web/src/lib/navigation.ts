// How a component moves the visitor: the current path, a way to go elsewhere, and a way to fetch ahead.
// Owns the context only; the app provides the moving. Without a provider, links stay plain links.
import { createContext, useContext } from "react";

export type Navigate = (href: string, options?: { replace?: boolean }) => void;

export type Navigation = {
  /** The path of the page on screen. */
  path: string;
  navigate: Navigate;
  /** Call when the visitor is likely to go there; does nothing when data is being saved. */
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

export function useNavigateTo(): Navigate {
  return useNavigation().navigate;
}
