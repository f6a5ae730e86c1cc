// Examples for the accessibility tests.
import type { ReactNode } from "react";
import { longTitle, samplePicture } from "../../fixtures/samples";
import { Hero } from "./Hero";

export const examples: { name: string; render: () => ReactNode }[] = [
  {
    name: "with a picture",
    render: () => (
      <Hero
        heading="Our services"
        intro="Find out what happens at each visit before you come."
        picture={samplePicture}
      />
    ),
  },
  {
    name: "a very long title and no picture",
    render: () => <Hero heading={longTitle} intro="A short introduction." picture={null} />,
  },
];
