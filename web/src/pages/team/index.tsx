// The team page.
import type { ReactNode } from "react";
import { ContactButtons } from "../../contact/ContactButtons";
import type { PageProps } from "../../lib/page-props";
import { Hero } from "../../ui/hero/Hero";
import { PatternDivider } from "../../ui/pattern-divider/PatternDivider";
import { Picture } from "../../ui/picture/Picture";
import { Prose } from "../../ui/prose/Prose";
import { Section } from "../../ui/section/Section";
import styles from "./team.module.css";

export function TeamPage({ page, clinic }: PageProps<"team">): ReactNode {
  const { text, members } = page;
  return (
    <>
      <Hero {...text} />
      {members.map(({ slug, name, role, picture, body }) => (
        <section key={slug} id={slug} className={styles.member} aria-labelledby={`${slug}-name`}>
          <div className={styles.picture}>
            <Picture picture={picture} round sizes="(min-width: 48rem) 33vw, 16rem" />
          </div>
          <div className={styles.text}>
            <h2 id={`${slug}-name`}>{name}</h2>
            <p className={styles.role}>{role}</p>
            <Prose blocks={body} />
          </div>
        </section>
      ))}
      <PatternDivider />
      <Section tone="inverse" {...text.sections.booking}>
        <ContactButtons clinic={clinic} />
      </Section>
    </>
  );
}

export { TeamPage as Page };
