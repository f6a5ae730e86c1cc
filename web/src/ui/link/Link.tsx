// A link. Links to pages of this site navigate inside the app; all others are left to the browser. Always an <a>
// element, so that it works without JavaScript and with modified clicks.
import {
  type AnchorHTMLAttributes,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
} from "react";
import { useNavigation } from "../../lib/navigation/navigation-context";

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  children: ReactNode;
}

const isPage = (href: string): boolean => /^\/(?!\/)[^.]*$/.test(href);

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** A pointer that rests on a link this long is about to click; one that passes over it is not. */
const DWELL_MS = 80;

export function Link({ href, onClick, children, ...rest }: LinkProps): ReactNode {
  const { navigate, prefetch } = useNavigation();
  const dwell = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (!isPage(href) || rest.target) {
    return (
      <a href={href} onClick={onClick} {...rest}>
        {children}
      </a>
    );
  }

  const prefetchSoon = () => {
    dwell.current = setTimeout(() => prefetch(href), DWELL_MS);
  };
  const cancelPrefetch = () => clearTimeout(dwell.current);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a
      href={href}
      onClick={follow}
      onPointerEnter={({ pointerType }: PointerEvent) => {
        // A finger that scrolls touches links too.
        if (pointerType === "mouse") prefetchSoon();
      }}
      onPointerLeave={cancelPrefetch}
      {...rest}
    >
      {children}
    </a>
  );
}
