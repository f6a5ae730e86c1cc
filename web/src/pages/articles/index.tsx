// The articles page: the newest article first and large, then the others.
import type { ReactNode } from "react";
import { ContactButtons } from "../../contact/ContactButtons";
import type { PageProps } from "../../lib/page-props";
import { readingTime } from "../../lib/reading-time";
import { Card } from "../../ui/card/Card";
import { Hero } from "../../ui/hero/Hero";
import { Notice } from "../../ui/notice/Notice";
import { Section } from "../../ui/section/Section";
import styles from "./articles.module.css";

export function ArticlesPage({ page, clinic }: PageProps<"articles">): ReactNode {
  const { text, articles } = page;
  return (
    <>
      <Hero {...text} />
      <Section flush heading={articles.length > 0 ? "All articles" : "Nothing here yet"}>
        {articles.length > 0 ? (
          <ul className={styles.list}>
            {articles.map((article, index) => (
              <li key={article.href}>
                <Card {...article} lead={index === 0} detail={readingTime(article.minutes)} />
              </li>
            ))}
          </ul>
        ) : (
          <div className={styles.empty}>
            <Notice>
              <p>There are no articles yet. If you have a question about your eyes, ask us.</p>
            </Notice>
            <ContactButtons clinic={clinic} />
          </div>
        )}
      </Section>
    </>
  );
}

export { ArticlesPage as Page };
