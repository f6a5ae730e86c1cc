// The page for unknown paths (404).
import type { ReactNode } from "react";
import { ContactButtons } from "../../contact/ContactButtons";
import type { PageProps } from "../../lib/page-props";
import { Hero } from "../../ui/hero/Hero";
import { Prose } from "../../ui/prose/Prose";

export function NotFoundPage({ page, clinic }: PageProps<"not-found">): ReactNode {
  const { text } = page;
  return (
    <Hero {...text}>
      <Prose blocks={text.body} />
      <ContactButtons clinic={clinic} />
    </Hero>
  );
}

export { NotFoundPage as Page };
