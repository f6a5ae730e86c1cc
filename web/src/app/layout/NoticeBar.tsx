// The clinic's notice, on every page until the end of its last day. The server leaves it out afterwards. A page that was
// loaded before, or that comes from the offline cache, hides it by the server's clock.
import type { ReactNode } from "react";
import type { SiteNotice } from "../../generated/SiteNotice";
import { isDayOver } from "../../lib/time/clinic-time";
import { useServerNow } from "../../lib/time/use-server-now";
import { Link } from "../../ui/link/Link";
import section from "../../ui/section/Section.module.css";
import header from "./Header.module.css";

/**
 * A named region: screen readers list it with the landmarks. Not an alert, which would interrupt on every page.
 * It has no styles of its own, because they would make every document larger.
 */
export function NoticeBar({ notice }: { notice: SiteNotice }): ReactNode {
  const { text, href, until } = notice;
  const now = useServerNow();
  if (now && isDayOver(until, now)) return null;
  return (
    <section aria-label="Notice" className={`${section.accent} ${header.frame}`} data-until={until}>
      <p>
        <strong>{href ? <Link href={href}>{text}</Link> : text}</strong>
      </p>
    </section>
  );
}
