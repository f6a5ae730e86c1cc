// What the server reports about itself, for owners: what needs a person comes first, each with what to do.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Health } from "../../generated/Health";
import type { HealthCheck } from "../../generated/HealthCheck";
import type { HealthSubject } from "../../generated/HealthSubject";
import { Icon } from "../../ui/icon/Icon";
import { Notice } from "../../ui/notice/Notice";
import { healthQuery } from "../api/queries";
import styles from "../components/desk.module.css";
import { LoadState } from "../components/LoadState";
import tagStyles from "../components/StateTag.module.css";
import { ConfirmClock } from "./ConfirmClock";
import { ReleaseMail } from "./ReleaseMail";

const labels: Record<HealthSubject, string> = {
  clock: "Clock",
  database: "Database",
  schema: "Schema of the database",
  disk: "Disk",
  mail: "Emails",
  certificate: "Certificate",
  jobs: "Jobs",
  content: "Content",
  backups: "Backups",
};

export function HealthScreen(): ReactNode {
  const query = useQuery(healthQuery);
  return (
    <>
      <h1 tabIndex={-1}>Health</h1>
      <LoadState query={query}>{(health) => <Checks health={health} />}</LoadState>
    </>
  );
}

function Checks({ health }: { health: Health }): ReactNode {
  const bad = health.checks.filter(({ isGood }) => !isGood);
  const good = health.checks.filter(({ isGood }) => isGood);
  return (
    <>
      {bad.length === 0 && <p role="status">Everything is in order.</p>}
      {bad.map((check) => (
        <Notice key={check.subject} tone="alarm" heading={labels[check.subject]}>
          <p>{check.message}</p>
          <Details details={check.details} />
          {check.advice && (
            <p>
              <strong>What to do:</strong> {check.advice}
            </p>
          )}
          {check.action === "confirmClock" && <ConfirmClock now={health.now} />}
          {check.action === "releaseMail" && <ReleaseMail />}
        </Notice>
      ))}
      <ul className={styles.list}>
        {good.map((check) => (
          <GoodCheck key={check.subject} check={check} />
        ))}
      </ul>
    </>
  );
}

function GoodCheck({ check }: { check: HealthCheck }): ReactNode {
  return (
    <li>
      <p className={styles.row}>
        <strong>{labels[check.subject]}</strong>
        <span className={`${tagStyles.tag} ${tagStyles.positive}`}>
          <Icon name="check" /> Good
        </span>
      </p>
      <p>{check.message}</p>
      <Details details={check.details} />
    </li>
  );
}

function Details({ details }: { details: readonly string[] }): ReactNode {
  if (details.length === 0) return null;
  return (
    <ul>
      {details.map((detail) => (
        <li key={detail}>{detail}</li>
      ))}
    </ul>
  );
}
