// All articles: the newest told large, the others as a reading list.
import type { ReactNode } from "react";
import { CallActions } from "../../contact/CallActions";
import type { PageProps } from "../../lib/page-props";
import { Card } from "../../ui/card/Card";
import { Hero } from "../../ui/hero/Hero";
import { Notice } from "../../ui/notice/Notice";
import { Section } from "../../ui/section/Section";
import styles from "./articles.module.css";
import { readingTime } from "./detail";

export function ArticlesPage({ page, clinic }: PageProps<"articles">): ReactNode {
  const { words, articles } = page;
  return (
    <>
      <Hero {...words} />
      <Section flush heading={articles.length > 0 ? "All articles" : "Nothing here yet"}>
        {articles.length > 0 ? (
          <ul className={styles.list}>
            {articles.map((article, place) => (
              <li key={article.href}>
                <Card {...article} lead={place === 0} detail={readingTime(article.minutes)} />
              </li>
            ))}
          </ul>
        ) : (
          <div className={styles.none}>
            <Notice>
              <p>There are no articles yet. If you have a question about your eyes, ask us.</p>
            </Notice>
            <CallActions clinic={clinic} />
          </div>
        )}
      </Section>
    </>
  );
}

export { ArticlesPage as Page };
