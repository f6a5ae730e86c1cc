// A page that the clinic added, such as one with its prices.
import type { ReactNode } from "react";
import { ContactButtons } from "../../contact/ContactButtons";
import type { PageProps } from "../../lib/page-props";
import { Hero } from "../../ui/hero/Hero";
import { Prose } from "../../ui/prose/Prose";
import { ProseTable } from "../../ui/prose/ProseTable";
import { Section } from "../../ui/section/Section";

export function InfoPage({ page, clinic }: PageProps<"info">): ReactNode {
  const { info } = page;
  return (
    <>
      <Hero heading={info.title} intro={info.summary} picture={info.picture} />
      <Section flush>
        <Prose blocks={info.body} renderTable={ProseTable} />
      </Section>
      <Section tone="panel" heading="Do you have a question?">
        <ContactButtons clinic={clinic} />
      </Section>
    </>
  );
}

export { InfoPage as Page };
