// Steps and points, for pictures and accessibility tests.
import type { ReactNode } from "react";
import { Points } from "./Points";

const points = [
  "We ask about your sight, your health, your medicines and your family's eyes.",
  "You read letters from a chart.",
  "We tell you what we found.",
];

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "points", render: () => <Points points={points} /> },
  { name: "numbered steps", render: () => <Points points={points} numbered /> },
];
