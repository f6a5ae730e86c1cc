// A phone number. What is typed stays on the screen until one leaves the field; the file always gets the country code.
import { type ComponentProps, type ReactNode, useState } from "react";
import { Field } from "../../../../ui/field/Field";
import { withCountryCode } from "./phone-number";

interface PhoneInputProps extends Pick<ComponentProps<typeof Field>, "label" | "hint" | "error"> {
  text: string;
  onChange: (text: string) => void;
}

export function PhoneInput({ text, onChange, ...words }: PhoneInputProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field
      {...words}
      type="tel"
      value={typed ?? text}
      onBlur={() => setTyped(null)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(withCountryCode(target.value));
      }}
    />
  );
}
