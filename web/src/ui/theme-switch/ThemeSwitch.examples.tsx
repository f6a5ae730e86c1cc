// Examples for the accessibility tests.
import type { ReactNode } from "react";
import { ThemeSwitch } from "./ThemeSwitch";

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "theme switch", render: () => <ThemeSwitch /> },
];
