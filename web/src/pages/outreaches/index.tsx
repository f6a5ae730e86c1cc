// The outreaches page: for each programme what the clinic brings and what the host provides.
import type { ReactNode } from "react";
import { ContactButtons } from "../../contact/ContactButtons";
import type { PageProps } from "../../lib/page-props";
import { BulletList } from "../../ui/bullet-list/BulletList";
import { Hero } from "../../ui/hero/Hero";
import { PatternDivider } from "../../ui/pattern-divider/PatternDivider";
import { Picture } from "../../ui/picture/Picture";
import { Prose } from "../../ui/prose/Prose";
import { Section } from "../../ui/section/Section";
import styles from "./outreaches.module.css";

export function OutreachesPage({ page, clinic }: PageProps<"outreaches">): ReactNode {
  const { text, outreaches } = page;
  return (
    <>
      <Hero {...text} />
      {text.body.length > 0 && (
        <div className={styles.introduction}>
          <Prose blocks={text.body} />
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
          <div className={styles.text}>
            <h2 id={`${slug}-title`}>{title}</h2>
            <p className={styles.summary}>{summary}</p>
            <Prose blocks={body} />
          </div>
          <div className={styles.columns}>
            <div>
              <h3>What we bring</h3>
              <BulletList items={brings} />
            </div>
            <div>
              <h3>What you provide</h3>
              <BulletList items={needs} />
            </div>
          </div>
        </section>
      ))}
      <PatternDivider />
      <Section tone="inverse" {...text.sections.ask}>
        <ContactButtons clinic={clinic} />
      </Section>
    </>
  );
}

export { OutreachesPage as Page };
