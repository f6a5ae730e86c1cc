// Examples for the accessibility tests and the screenshots.
import type { ReactNode } from "react";
import type { PictureSummary } from "../../../generated/PictureSummary";
import { contentQuery, picturesQuery } from "../../api/queries";
import { type SessionApi, SessionContext } from "../../sign-in/SessionProvider";
import { owner } from "../../testing/samples";
import { WithQueries } from "../../testing/WithQueries";
import TextEditor from "./TextEditor";

const text = `## Before you come

Bring your **glasses** and a list of your *medicines*. [Eye exams](/services#eye-exams) take about 40 minutes.

- One question at a time
- Someone who can drive you home

> Do not wait if your sight is getting worse.

<div>HTML that someone wrote into the file</div>

![A trial lens](lens.svg)
`;

const lens: PictureSummary = {
  path: "pictures/lens.svg",
  version: "1",
  description: null,
  descriptionVersion: "1",
  width: 160,
  height: 120,
  bytes: 200,
  framing: { crop: null, focalPoint: null },
  usedIn: [],
};

const signedIn: SessionApi = {
  session: { kind: "signedIn", me: owner },
  startSession() {},
  updateMe() {},
  endSession() {},
  reload() {},
};

export const examples: { name: string; render: () => ReactNode }[] = [
  {
    name: "a text with every kind of formatting",
    render: () => (
      <WithQueries
        answers={[
          [picturesQuery.queryKey, [lens]],
          [contentQuery.queryKey, { documents: [] }],
        ]}
      >
        <SessionContext value={signedIn}>
          <TextEditor
            label="Text"
            markdown={text}
            linkTargets={[{ href: "/services#eye-exams", title: "Eye exams", group: "Services" }]}
            pictureUrl={() =>
              "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3' width='160' height='120'%3E%3Ccircle cx='2' cy='1.5' r='1.3' fill='none' stroke='%23084752' stroke-width='.2'/%3E%3C/svg%3E"
            }
            onChange={() => {}}
          />
        </SessionContext>
      </WithQueries>
    ),
  },
];
