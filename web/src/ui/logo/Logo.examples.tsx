// Examples for the accessibility tests.
import type { ReactNode } from "react";
import { Logo } from "./Logo";

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "logo", render: () => <Logo /> },
];
