// The page for unknown paths (404).
import type { ReactNode } from "react";
import { ContactButtons } from "../../contact/ContactButtons";
import { pagePath } from "../../lib/navigation/paths";
import type { PageProps } from "../../lib/page-props";
import { Hero } from "../../ui/hero/Hero";
import { Link } from "../../ui/link/Link";
import { Prose } from "../../ui/prose/Prose";

export function NotFoundPage({ page, clinic }: PageProps<"not-found">): ReactNode {
  const { text } = page;
  return (
    <Hero {...text}>
      <Prose blocks={text.body} />
      <p>
        <Link href={pagePath("urgent")}>Is it urgent? See where to go and what to do</Link>
      </p>
      <ContactButtons clinic={clinic} />
    </Hero>
  );
}

export { NotFoundPage as Page };
