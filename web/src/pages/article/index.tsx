// One article. Urgent signs come before the text, because some readers need help straight away.
import { Fragment, type ReactNode } from "react";
import { ContactButtons } from "../../contact/ContactButtons";
import { HospitalList } from "../../contact/HospitalList";
import type { Byline } from "../../generated/Byline";
import { pagePath } from "../../lib/navigation/paths";
import type { PageProps } from "../../lib/page-props";
import { formatDate } from "../../lib/time/dates";
import { readingTime } from "../../lib/time/reading-time";
import { ListenButton } from "../../read-aloud/ListenButton";
import { Card } from "../../ui/card/Card";
import { Link } from "../../ui/link/Link";
import { Notice } from "../../ui/notice/Notice";
import { PatternDivider } from "../../ui/pattern-divider/PatternDivider";
import { Picture } from "../../ui/picture/Picture";
import { Prose } from "../../ui/prose/Prose";
import { ProseTable } from "../../ui/prose/ProseTable";
import { Section } from "../../ui/section/Section";
import styles from "./article.module.css";

export function ArticlePage({ page, clinic }: PageProps<"article">): ReactNode {
  const { article, services, more } = page;
  return (
    <>
      <article className={styles.article}>
        <header className={styles.head}>
          <p data-unread="">
            <Link href={pagePath("articles")} className={styles.back}>
              All articles
            </Link>
          </p>
          <h1 tabIndex={-1}>{article.title}</h1>
          <p className={styles.summary}>{article.summary}</p>
          <p className={styles.detail}>
            {`${formatDate(article.published)} · ${readingTime(article.minutes)}`}
            {article.updated && ` · Updated ${formatDate(article.updated)}`}
          </p>
          {article.author && <Person label="Written by" byline={article.author} />}
          <ListenButton />
        </header>
        <div className={styles.picture}>
          <Picture picture={article.picture} eager />
        </div>
        {article.urgent.length > 0 && (
          <aside className={styles.urgent} aria-label="When to get help straight away">
            <Notice tone="alarm" heading="Get help straight away for any of these:">
              <ul>
                {article.urgent.map((sign) => (
                  <li key={sign}>{sign}</li>
                ))}
              </ul>
              <p>
                <Link href={clinic.phone.href} className={styles.call}>
                  Call {clinic.phone.display}
                </Link>{" "}
                or go to a hospital with an eye department.
              </p>
              <HospitalList hospitals={clinic.hospitals} />
            </Notice>
          </aside>
        )}
        <div className={styles.text}>
          <Prose blocks={article.body} renderTable={ProseTable} />
          {article.sources.length > 0 && (
            <section className={styles.sources} aria-labelledby="sources" data-unread="">
              <h2 id="sources">Sources</h2>
              <ul>
                {article.sources.map(({ publisher, title, url }) => (
                  <li key={url}>
                    {publisher && `${publisher}: `}
                    <a href={url}>{title}</a>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {(article.reviewedBy || article.lastReviewed) && (
            <div>
              {article.reviewedBy && <Person label="Reviewed by" byline={article.reviewedBy} />}
              {article.lastReviewed && (
                <p className={styles.detail}>
                  Page last reviewed: {formatDate(article.lastReviewed)}
                </p>
              )}
            </div>
          )}
          <p className={styles.disclaimer}>
            This article is for general information. It does not replace an eye exam.
            {article.reviewedBy === null && " Our clinic has not signed it yet."}
          </p>
          {services.length > 0 && (
            <p data-unread="">
              What we can do:{" "}
              {services.map(({ href, title }, index) => (
                <Fragment key={href}>
                  {index > 0 && ", "}
                  <Link href={href}>{title}</Link>
                </Fragment>
              ))}
            </p>
          )}
          <ContactButtons clinic={clinic} />
        </div>
      </article>
      {more.length > 0 && (
        <>
          <PatternDivider />
          <Section tone="panel" aside heading="More to read">
            <ul className={styles.more}>
              {more.map((card) => (
                <li key={card.href}>
                  <Card {...card} detail={readingTime(card.minutes)} />
                </li>
              ))}
            </ul>
          </Section>
        </>
      )}
    </>
  );
}

function Person({ label, byline }: { label: string; byline: Byline }): ReactNode {
  return (
    <p className={styles.detail}>
      {label} <Link href={pagePath("team")}>{byline.name}</Link>, {byline.role}
    </p>
  );
}

export { ArticlePage as Page };
