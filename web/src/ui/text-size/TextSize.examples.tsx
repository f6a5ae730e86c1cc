// Examples for the accessibility tests.
import type { ReactNode } from "react";
import { TextSize } from "./TextSize";

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "text size", render: () => <TextSize /> },
];
