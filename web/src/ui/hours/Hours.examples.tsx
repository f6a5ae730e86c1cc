// The hours table and the open-now line, for pictures and accessibility tests.
import type { ReactNode } from "react";
import { sampleHours } from "../../examples/sample";
import { Hours, OpenNow } from "./Hours";

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "the week", render: () => <Hours hours={sampleHours} /> },
  { name: "open or closed, as the clock has it", render: () => <OpenNow hours={sampleHours} /> },
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
            open: { from: 0, until: 1440 },
          },
        ]}
      />
    ),
  },
  {
    name: "never open",
    render: () => (
      <OpenNow
        hours={[{ days: "Every day", times: "Closed", firstDay: 1, lastDay: 7, open: null }]}
      />
    ),
  },
];
