// Examples for the accessibility tests.
import type { ReactNode } from "react";
import { longTitle, samplePicture } from "../../fixtures/samples";
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
    name: "lead card with a date",
    render: () => (
      <Card
        lead
        href="/articles"
        title="What is glaucoma?"
        summary={summary}
        picture={samplePicture}
        detail="4 March 2026 · 5 minutes"
      />
    ),
  },
  {
    name: "a title of 140 characters and no picture",
    render: () => <Card href="/articles" title={longTitle} summary={summary} />,
  },
];
