// Examples for the accessibility tests.
import type { ReactNode } from "react";
import { Field } from "./Field";

const longAddress = "chukwuemeka.oluwaseun.onyekachi-adebayo@mail.rivers-state.ng";

export const examples: { name: string; render: () => ReactNode }[] = [
  {
    name: "empty",
    render: () => <Field label="Enter your email to claim 5% off:" type="email" name="email" />,
  },
  {
    name: "with a hint and an address of sixty characters",
    render: () => (
      <Field
        label="Your email"
        hint="We use it only to send you the code."
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
