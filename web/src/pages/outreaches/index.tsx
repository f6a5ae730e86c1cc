// The programmes the clinic can bring to others: what we bring, what the place needs, and how to ask.
import type { ReactNode } from "react";
import { CallActions } from "../../contact/CallActions";
import type { PageProps } from "../../lib/page-props";
import { Checks } from "../../ui/checks/Checks";
import { Hero } from "../../ui/hero/Hero";
import { Picture } from "../../ui/picture/Picture";
import { Points } from "../../ui/points/Points";
import { Prose } from "../../ui/prose/Prose";
import { Section } from "../../ui/section/Section";
import styles from "./outreaches.module.css";

export function OutreachesPage({ page, clinic }: PageProps<"outreaches">): ReactNode {
  const { words, outreaches } = page;
  return (
    <>
      <Hero {...words} />
      {words.body.length > 0 && (
        <div className={styles.promise}>
          <Prose blocks={words.body} />
        </div>
      )}
      {outreaches.map(({ slug, title, summary, picture, brings, needs, body }) => (
        <section
          key={slug}
          id={slug}
          className={styles.programme}
          aria-labelledby={`${slug}-title`}
        >
          <div className={styles.picture}>
            <Picture picture={picture} />
          </div>
          <div className={styles.words}>
            <h2 id={`${slug}-title`}>{title}</h2>
            <p className={styles.summary}>{summary}</p>
            <Prose blocks={body} />
          </div>
          <div className={styles.ledger}>
            <div>
              <h3>What we bring</h3>
              <Points points={brings} />
            </div>
            <div>
              <h3>What you provide</h3>
              <Points points={needs} />
            </div>
          </div>
        </section>
      ))}
      <Checks />
      <Section tone="plate" {...words.sections.ask}>
        <CallActions clinic={clinic} />
      </Section>
    </>
  );
}

export { OutreachesPage as Page };
