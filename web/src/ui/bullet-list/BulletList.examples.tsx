// Examples for the accessibility tests.
import type { ReactNode } from "react";
import { BulletList } from "./BulletList";

const items = [
  "We ask about your sight, your health, your medicines and eye problems in your family.",
  "You read letters from a chart.",
  "We tell you what we found.",
];

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "bullets", render: () => <BulletList items={items} /> },
  { name: "numbered steps", render: () => <BulletList items={items} numbered /> },
];
