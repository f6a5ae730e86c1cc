// The articles page: a search field, and the articles in groups by need.
import { type ReactNode, useState } from "react";
import { ContactButtons } from "../../contact/ContactButtons";
import type { Card as CardData } from "../../generated/Card";
import { pagePath } from "../../lib/navigation/paths";
import type { PageProps } from "../../lib/page-props";
import { readingTime } from "../../lib/time/reading-time";
import { Card } from "../../ui/card/Card";
import { Hero } from "../../ui/hero/Hero";
import { Link } from "../../ui/link/Link";
import { Notice } from "../../ui/notice/Notice";
import { Section } from "../../ui/section/Section";
import styles from "./articles.module.css";
import { SearchField } from "./SearchField";
import { SearchResults } from "./SearchResults";

const groupId = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

export function ArticlesPage({ page, clinic }: PageProps<"articles">): ReactNode {
  const { text, groups } = page;
  const [query, setQuery] = useState("");
  if (groups.length === 0) {
    return (
      <>
        <Hero {...text} />
        <Section flush heading="Nothing here yet">
          <div className={styles.empty}>
            <Notice>
              <p>There are no articles yet. If you have a question about your eyes, ask us.</p>
            </Notice>
            <ContactButtons clinic={clinic} />
          </div>
        </Section>
      </>
    );
  }
  const articles = groups.flatMap((group) => group.articles);
  return (
    <>
      <Hero {...text} />
      <Section flush>
        <div className={styles.find}>
          <SearchField query={query} onQuery={setQuery} />
          {groups.length > 1 && query.trim() === "" && (
            <nav aria-label="Groups of articles">
              <ul className={styles.groups}>
                {groups.map(({ heading }) => (
                  <li key={heading}>
                    <Link href={`#${groupId(heading)}`}>{heading}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
        {page.hasSightCheck && query.trim() === "" && (
          <p>
            How sharply do you see? Try the{" "}
            <Link href={pagePath("sight-check")}>sight self-check</Link>.
          </p>
        )}
        {query.trim() !== "" && <SearchResults query={query} articles={articles} clinic={clinic} />}
      </Section>
      {query.trim() === "" &&
        groups.map(({ heading, articles: cards }) => (
          <Section key={heading} flush heading={heading} id={groupId(heading)}>
            <CardList cards={cards} />
          </Section>
        ))}
    </>
  );
}

function CardList({ cards }: { cards: readonly CardData[] }): ReactNode {
  return (
    <ul className={styles.list}>
      {cards.map((card) => (
        <li key={card.href}>
          <Card {...card} detail={readingTime(card.minutes)} />
        </li>
      ))}
    </ul>
  );
}

export { ArticlesPage as Page };
