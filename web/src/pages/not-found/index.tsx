// A wrong turning: says so, and offers the ways on.
import type { ReactNode } from "react";
import { CallActions } from "../../contact/CallActions";
import type { PageProps } from "../../lib/page-props";
import { Hero } from "../../ui/hero/Hero";
import { Prose } from "../../ui/prose/Prose";

export function NotFoundPage({ page, clinic }: PageProps<"notFound">): ReactNode {
  const { words } = page;
  return (
    <Hero {...words}>
      <Prose blocks={words.body} />
      <CallActions clinic={clinic} />
    </Hero>
  );
}

export { NotFoundPage as Page };
