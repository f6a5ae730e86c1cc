// Examples for the accessibility tests.
import type { ReactNode } from "react";
import { PatternDivider } from "./PatternDivider";

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "a divider", render: () => <PatternDivider /> },
];
