// Examples for the accessibility tests and the screenshots.
import type { ReactNode } from "react";
import type { OutboxMessage } from "../../generated/OutboxMessage";
import desk from "../components/desk.module.css";
import { failedEmail } from "../testing/samples";
import { WithQueries } from "../testing/WithQueries";
import { EmailItem } from "./EmailItem";

const emails: OutboxMessage[] = [
  failedEmail,
  {
    ...failedEmail,
    id: "8",
    state: "queued",
    attempts: 1,
    nextAt: "2026-11-01T07:02:00Z",
    settledAt: null,
    reason: null,
  },
  { ...failedEmail, id: "9", state: "sent", attempts: 1, reason: null },
];

export const examples: { name: string; render: () => ReactNode }[] = [
  {
    name: "a failed, a queued and a sent email",
    render: () => (
      <WithQueries>
        <ul className={desk.list}>
          {emails.map((email) => (
            <li key={email.id}>
              <EmailItem email={email} isStored />
            </li>
          ))}
        </ul>
      </WithQueries>
    ),
  },
];
