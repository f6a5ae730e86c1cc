// The opening of a page with and without a drawing, for pictures and accessibility tests.
import type { ReactNode } from "react";
import { sampleLongTitle, samplePicture } from "../../examples/sample";
import { Hero } from "./Hero";

export const examples: { name: string; render: () => ReactNode }[] = [
  {
    name: "with a drawing",
    render: () => (
      <Hero
        heading="Our services"
        intro="Find out what happens at each visit before you come."
        picture={samplePicture}
      />
    ),
  },
  {
    name: "a very long title and no drawing",
    render: () => <Hero heading={sampleLongTitle} intro="A short introduction." picture={null} />,
  },
];
