// Says which instances of the site do not show what is published, and why, until they do.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Notice } from "../../../ui/notice/Notice";
import { instancesQuery } from "../../api/queries";
import { formatDayAndTime } from "../../clinic-time";
import { useIsActive } from "../../layout/use-waiting-counts";

/** An instance looks every second what is published, and reports after it has tried to show it. */
const INTERVAL_MS = 5000;

export function InstancesNotShowing(): ReactNode {
  const isActive = useIsActive();
  const { data } = useQuery({ ...instancesQuery, refetchInterval: isActive && INTERVAL_MS });
  if (!data || data.notShown.length === 0) return null;
  return (
    <Notice tone="alarm" live heading="What is published is not shown everywhere">
      <p>
        Nothing is lost. The site tries again by itself. Tell the person who runs it if this stays.
      </p>
      <ul>
        {data.notShown.map(({ instance, explanation, problems, since }) => (
          <li key={instance}>
            {instance}, since {formatDayAndTime(since)}: {explanation} {problems.join(" ")}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
