// A link. Links to pages of this site navigate inside the app; all others are left to the browser. Always an <a>
// element, so that it works without JavaScript and with modified clicks.
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from "react";
import { useNavigation } from "../../lib/navigation-context";

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  children: ReactNode;
}

const isPage = (href: string): boolean => /^\/(?!\/)[^.]*$/.test(href);

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

export function Link({ href, onClick, children, ...rest }: LinkProps): ReactNode {
  const { navigate, prefetch } = useNavigation();
  if (!isPage(href) || rest.target) {
    return (
      <a href={href} onClick={onClick} {...rest}>
        {children}
      </a>
    );
  }

  const prefetchPage = () => prefetch(href);
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
      onPointerEnter={prefetchPage}
      onTouchStart={prefetchPage}
      onFocus={prefetchPage}
      {...rest}
    >
      {children}
    </a>
  );
}
