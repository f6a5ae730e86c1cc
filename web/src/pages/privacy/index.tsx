// What the site knows about its visitors, in plain words.
import type { ReactNode } from "react";
import { CallActions } from "../../contact/CallActions";
import type { PageProps } from "../../lib/page-props";
import { Hero } from "../../ui/hero/Hero";
import { Prose } from "../../ui/prose/Prose";
import { Section } from "../../ui/section/Section";

export function PrivacyPage({ page, clinic }: PageProps<"privacy">): ReactNode {
  const { words } = page;
  return (
    <>
      <Hero {...words} />
      <Section>
        <Prose blocks={words.body} />
      </Section>
      <Section tone="panel" heading="Do you have a question about your data?">
        <CallActions clinic={clinic} />
      </Section>
    </>
  );
}

export { PrivacyPage as Page };
