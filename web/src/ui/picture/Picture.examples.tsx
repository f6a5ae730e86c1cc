// Examples for the accessibility tests.
import type { ReactNode } from "react";
import { samplePicture } from "../../fixtures/samples";
import { Picture } from "./Picture";

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "rectangular", render: () => <Picture picture={samplePicture} /> },
  { name: "round", render: () => <Picture picture={samplePicture} round /> },
  {
    name: "with alternative text",
    render: () => <Picture picture={samplePicture} alt="Two trial lenses over the letter E" />,
  },
];
