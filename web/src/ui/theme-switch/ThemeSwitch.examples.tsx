// The switch, for pictures and accessibility tests.
import type { ReactNode } from "react";
import { ThemeSwitch } from "./ThemeSwitch";

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "the switch", render: () => <ThemeSwitch /> },
];
