// Examples for the accessibility tests.
import { type ReactNode, useState } from "react";
import { SegmentedControl } from "./SegmentedControl";

const options = [
  { value: "one", label: "1", symbol: "1" },
  { value: "two", label: "2", symbol: "2" },
  { value: "three", label: "3", symbol: "3" },
] as const;

function ThreeOptions(): ReactNode {
  const [value, setValue] = useState<"one" | "two" | "three">("two");
  return (
    <SegmentedControl
      legend="Which is clearer?"
      options={options}
      value={value}
      onChange={setValue}
    />
  );
}

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "second of three options selected", render: () => <ThreeOptions /> },
];
