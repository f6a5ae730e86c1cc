// The people of the clinic: today its director.
import type { ReactNode } from "react";
import { CallActions } from "../../contact/CallActions";
import type { PageProps } from "../../lib/page-props";
import { Checks } from "../../ui/checks/Checks";
import { Hero } from "../../ui/hero/Hero";
import { Picture } from "../../ui/picture/Picture";
import { Prose } from "../../ui/prose/Prose";
import { Section } from "../../ui/section/Section";
import styles from "./team.module.css";

export function TeamPage({ page, clinic }: PageProps<"team">): ReactNode {
  const { words, members } = page;
  return (
    <>
      <Hero {...words} />
      {members.map(({ slug, name, role, picture, body }) => (
        <section key={slug} id={slug} className={styles.member} aria-labelledby={`${slug}-name`}>
          <div className={styles.picture}>
            <Picture picture={picture} lens />
          </div>
          <div className={styles.words}>
            <h2 id={`${slug}-name`}>{name}</h2>
            <p className={styles.role}>{role}</p>
            <Prose blocks={body} />
          </div>
        </section>
      ))}
      <Checks />
      <Section tone="plate" {...words.sections.booking}>
        <CallActions clinic={clinic} />
      </Section>
    </>
  );
}

export { TeamPage as Page };
