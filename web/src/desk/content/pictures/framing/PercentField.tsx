// A percentage as a number field. What cannot be used stays in the field and is not taken over.
import { type ReactNode, useState } from "react";
import { Field } from "../../../../ui/field/Field";

interface PercentFieldProps {
  label: string;
  value: number;
  min?: number;
  onChange: (value: number) => void;
}

export function PercentField({ label, value, min = 0, onChange }: PercentFieldProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const number = Number.parseFloat(typed ?? "");
  const isUsable = number >= min && number <= 100;
  return (
    <Field
      label={label}
      type="number"
      inputMode="decimal"
      min={min}
      max={100}
      step="any"
      value={typed ?? value}
      error={typed !== null && !isUsable ? `Write a number from ${min} to 100.` : undefined}
      onChange={({ target }) => {
        setTyped(target.value);
        const next = Number.parseFloat(target.value);
        if (next >= min && next <= 100) onChange(next);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
