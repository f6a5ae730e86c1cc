// Examples for the accessibility tests.
import type { ReactNode } from "react";
import { sampleHours } from "../../fixtures/samples";
import { Hours, OpenNow } from "./Hours";

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "week", render: () => <Hours hours={sampleHours} /> },
  { name: "open or closed, depending on the time", render: () => <OpenNow hours={sampleHours} /> },
  {
    name: "always open",
    render: () => (
      <OpenNow
        hours={[
          {
            days: "Every day",
            times: "all day",
            firstDay: 1,
            lastDay: 7,
            open: [{ from: 0, until: 1440 }],
          },
        ]}
      />
    ),
  },
  {
    name: "never open",
    render: () => (
      <OpenNow
        hours={[{ days: "Every day", times: "Closed", firstDay: 1, lastDay: 7, open: [] }]}
      />
    ),
  },
];
