// "You have a visit on …": the appointments that were booked on this device.
import { type ReactNode, useEffect } from "react";
import { pagePath } from "../lib/navigation/paths";
import { serverTimeOffset } from "../lib/time/server-time";
import { useServerNow } from "../lib/time/use-server-now";
import { Link } from "../ui/link/Link";
import { Notice } from "../ui/notice/Notice";
import styles from "./BookingForm.module.css";
import { fetchAppointment } from "./booking-api";
import { longDateTime } from "./clinic-dates";
import {
  forgetVisit,
  isOver,
  type RememberedVisit,
  rememberedVisits,
  updateVisit,
  useRememberedVisits,
  useRemembersVisits,
} from "./remembered-visits";

export function RememberedVisits(): ReactNode {
  // Most visitors have booked nothing, and the server need not be asked what time it is.
  return useRemembersVisits() && <Visits />;
}

function Visits(): ReactNode {
  const now = useServerNow();
  const all = useRememberedVisits();
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === "hidden") return;
      for (const { token } of rememberedVisits()) void askServer(token);
    };
    ask();
    // A page that is shown again after days, also from the browser's own cache of pages.
    addEventListener("pageshow", ask);
    document.addEventListener("visibilitychange", ask);
    return () => {
      removeEventListener("pageshow", ask);
      document.removeEventListener("visibilitychange", ask);
    };
  }, []);

  const visits = all.filter((visit) => now !== undefined && !isOver(visit, now));
  if (visits.length === 0) return null;
  return (
    <Notice>
      <ul className={styles.visits}>
        {visits.map((visit) => (
          <li key={visit.token}>
            <p>
              <strong>{sentence(visit)}</strong>
            </p>
            <p className={styles.actions}>
              <Link href={`${pagePath("appointment")}#${visit.token}`}>
                {visit.state === "cancelled" ? "See it" : "See, move or cancel it"}
              </Link>
              <button type="button" onClick={() => forgetVisit(visit.token)}>
                Forget it on this device
              </button>
            </p>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** It may have been moved or cancelled since, here or at the clinic. Without an answer, what is remembered stays. */
async function askServer(token: string): Promise<void> {
  const result = await fetchAppointment(token);
  if (result.kind === "ok") {
    const { state, date, time, minutes } = result.value;
    const visit = { token, state, date, time, minutes };
    const now = Date.now() + (await serverTimeOffset());
    if (isOver(visit, now)) forgetVisit(token);
    else updateVisit(visit);
  } else if (result.kind === "refused" && (result.status === 404 || result.status === 410)) {
    // It was erased, or the clinic has sent a new link.
    forgetVisit(token);
  }
}

function sentence({ state, date, time }: RememberedVisit): string {
  const when = longDateTime(date, time);
  if (state === "cancelled") return `Your visit on ${when} was cancelled.`;
  return state === "requested" || state === "waiting"
    ? `You have asked for a visit on ${when}.`
    : `You have a visit on ${when}.`;
}
