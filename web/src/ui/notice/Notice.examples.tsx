// Notices in each tone, for pictures and accessibility tests.
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
      <Notice tone="alarm" heading="Do not wait: come in at once if">
        <ul>
          <li>your sight goes suddenly, in one eye or both</li>
          <li>you see flashes of light, or a curtain across your view</li>
        </ul>
      </Notice>
    ),
  },
];
