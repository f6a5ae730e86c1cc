// The control, for pictures and accessibility tests.
import type { ReactNode } from "react";
import { TextSize } from "./TextSize";

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "the control", render: () => <TextSize /> },
];
