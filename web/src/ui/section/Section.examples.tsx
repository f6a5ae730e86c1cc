// Examples for the accessibility tests.
import type { ReactNode } from "react";
import { ButtonLink } from "../button/Button";
import { Section } from "./Section";

const tones = ["paper", "panel", "inverse", "accent"] as const;

export const examples: { name: string; render: () => ReactNode }[] = [
  ...tones.map((tone) => ({
    name: `on ${tone}`,
    render: () => (
      <Section
        tone={tone}
        heading={`A section on ${tone}`}
        text="Tell us what you have noticed, by phone or on WhatsApp."
      >
        <ButtonLink href="/services">See our services</ButtonLink>{" "}
        <ButtonLink href="/articles" weight="quiet">
          Read our articles
        </ButtonLink>
      </Section>
    ),
  })),
  {
    name: "heading beside the content",
    render: () => (
      <Section aside heading="A heading beside the content" text="A short text.">
        <p>On a phone, the content is below the heading.</p>
      </Section>
    ),
  },
];
