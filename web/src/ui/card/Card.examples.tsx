// Cards as a row, as the leading one, and with a title of 140 characters, for pictures and accessibility tests.
import type { ReactNode } from "react";
import { sampleLongTitle, samplePicture } from "../../examples/sample";
import { Card } from "./Card";

const summary = "A careful look at how well you see and how healthy your eyes are.";

export const examples: { name: string; render: () => ReactNode }[] = [
  {
    name: "a row",
    render: () => (
      <Card href="/services" title="Eye exams" summary={summary} picture={samplePicture} />
    ),
  },
  {
    name: "the leading one, with a date",
    render: () => (
      <Card
        lead
        href="/articles"
        title="Glaucoma, the quiet thief"
        summary={summary}
        picture={samplePicture}
        detail="4 March 2026 · 5 minutes"
      />
    ),
  },
  {
    name: "a title of 140 characters and no drawing",
    render: () => <Card href="/articles" title={sampleLongTitle} summary={summary} />,
  },
];
