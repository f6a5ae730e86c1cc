// A link inside the site that moves without loading a new document, or a plain link elsewhere.
// Always a real anchor: without JavaScript, and for modified clicks, the browser does its own work.
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from "react";
import { useNavigation } from "../../lib/navigation";

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  children: ReactNode;
}

/** Pages are ours; files, mail, phone and other sites are the browser's. */
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

  const fetchAhead = () => prefetch(href);
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
      onPointerEnter={fetchAhead}
      onTouchStart={fetchAhead}
      onFocus={fetchAhead}
      {...rest}
    >
      {children}
    </a>
  );
}
