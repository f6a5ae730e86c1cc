// Examples for the accessibility tests.
import type { ReactNode } from "react";
import { Button, ButtonLink } from "./Button";

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "primary", render: () => <Button icon="check">Submit &amp; Next</Button> },
  { name: "quiet", render: () => <Button weight="quiet">Play Again</Button> },
  { name: "accent", render: () => <Button weight="accent">Send My Discount</Button> },
  { name: "disabled", render: () => <Button disabled>See Results</Button> },
  { name: "busy", render: () => <Button busy>Sending your discount</Button> },
  {
    name: "a link that looks like a button",
    render: () => (
      <ButtonLink href="tel:+2348000000000" icon="phone">
        Call +234 800 000 0000
      </ButtonLink>
    ),
  },
  {
    name: "full width with a long label",
    render: () => (
      <ButtonLink href="/services" weight="quiet" wide>
        Read what happens at a pre- and post-operative care visit before you come
      </ButtonLink>
    ),
  },
];
