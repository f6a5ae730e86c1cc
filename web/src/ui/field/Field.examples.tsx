// A field in each state, a long address among them, for pictures and accessibility tests.
import type { ReactNode } from "react";
import { Field } from "./Field";

const longAddress = "chukwuemeka.oluwaseun.onyekachi-adebayo@mail.rivers-state.ng";

export const examples: { name: string; render: () => ReactNode }[] = [
  {
    name: "empty",
    render: () => <Field label="Enter your email to claim 5% off:" type="email" name="email" />,
  },
  {
    name: "with help, and an address of sixty characters",
    render: () => (
      <Field
        label="Your e-mail"
        hint="We use it for the code and for nothing else."
        type="email"
        defaultValue={longAddress}
      />
    ),
  },
  {
    name: "with an error",
    render: () => (
      <Field
        label="Your email"
        error="This address has no @. Please check it and press Send again."
        type="text"
        defaultValue="ada.gmail.com"
      />
    ),
  },
];
