// Examples for the accessibility tests and the screenshots.
import type { ReactNode } from "react";
import { EmailAddress } from "./EmailAddress";

export const examples: { name: string; render: () => ReactNode }[] = [
  {
    name: "a short address",
    render: () => (
      <p>
        Your address: <EmailAddress address="ada@example.org" />
      </p>
    ),
  },
  {
    name: "a long address",
    render: () => (
      <p>
        Your address:{" "}
        <EmailAddress address="ngozichukwuemekaokonkwo.accounts.department@portharcourttradingcompanyandsons.example" />
      </p>
    ),
  },
];
