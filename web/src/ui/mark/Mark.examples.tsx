// The mark on its own, for pictures and accessibility tests.
import type { ReactNode } from "react";
import { Mark } from "./Mark";

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "the mark", render: () => <Mark /> },
];
