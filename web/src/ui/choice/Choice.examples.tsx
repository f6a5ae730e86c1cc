// A strip of choices, for pictures and accessibility tests.
import { type ReactNode, useState } from "react";
import { Choice } from "./Choice";

const options = [
  { value: "one", label: "1", sign: "1" },
  { value: "two", label: "2", sign: "2" },
  { value: "three", label: "3", sign: "3" },
] as const;

function Three(): ReactNode {
  const [value, setValue] = useState<"one" | "two" | "three">("two");
  return <Choice legend="Which is clearer?" options={options} value={value} onChange={setValue} />;
}

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "the second of three", render: () => <Three /> },
];
