// The divider alone, for pictures.
import type { ReactNode } from "react";
import { Checks } from "./Checks";

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "a divider", render: () => <Checks /> },
];
