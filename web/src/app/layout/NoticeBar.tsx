// The clinic's notice, on every page until the end of its last day. The server leaves it out afterwards. A page that was
// loaded before, or that comes from the offline cache, hides it by the server's clock.
import { type ReactNode, useEffect, useState } from "react";
import type { SiteNotice } from "../../generated/SiteNotice";
import { isDayOver } from "../../lib/clinic-day";
import { serverTimeOffset } from "../../lib/server-time";
import { Link } from "../../ui/link/Link";
import section from "../../ui/section/Section.module.css";
import header from "./Header.module.css";

const UPDATE_INTERVAL_MS = 20_000;

/**
 * A named region: screen readers list it with the landmarks. Not an alert, which would interrupt on every page.
 * It has no styles of its own, because they would make every document larger.
 */
export function NoticeBar({ notice }: { notice: SiteNotice }): ReactNode {
  const { text, href, until } = notice;
  if (useIsOver(until)) return null;
  return (
    <section aria-label="Notice" className={`${section.accent} ${header.frame}`} data-until={until}>
      <p>
        <strong>{href ? <Link href={href}>{text}</Link> : text}</strong>
      </p>
    </section>
  );
}

function useIsOver(until: string): boolean {
  const [overDay, setOverDay] = useState("");
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    let isMounted = true;
    void serverTimeOffset().then((offset) => {
      if (!isMounted) return;
      const update = () => {
        if (isDayOver(until, Date.now() + offset)) setOverDay(until);
      };
      update();
      timer = setInterval(update, UPDATE_INTERVAL_MS);
    });
    return () => {
      isMounted = false;
      clearInterval(timer);
    };
  }, [until]);
  return overDay === until;
}
