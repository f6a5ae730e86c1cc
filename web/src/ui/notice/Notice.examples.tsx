// Examples for the accessibility tests.
import type { ReactNode } from "react";
import { Notice } from "./Notice";

export const examples: { name: string; render: () => ReactNode }[] = [
  {
    name: "information",
    render: () => (
      <Notice>
        <p>There are no articles yet. Please call us with your question.</p>
      </Notice>
    ),
  },
  {
    name: "success",
    render: () => (
      <Notice tone="success" live>
        <p>Discount code sent! Check your email.</p>
      </Notice>
    ),
  },
  {
    name: "urgent",
    render: () => (
      <Notice tone="alarm" heading="Get help straight away for any of these:">
        <ul>
          <li>sudden loss of sight in one eye or both</li>
          <li>flashes of light, or a shadow across your view</li>
        </ul>
      </Notice>
    ),
  },
];
