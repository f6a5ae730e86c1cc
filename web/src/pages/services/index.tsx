// The seven services, each told as a visit: what it is for, what happens, how long, what to bring, when to come.
import type { ReactNode } from "react";
import { CallActions } from "../../contact/CallActions";
import { ContactLink } from "../../contact/ContactLink";
import type { Service } from "../../generated/Service";
import type { PageProps } from "../../lib/page-props";
import { Checks } from "../../ui/checks/Checks";
import { Hero } from "../../ui/hero/Hero";
import { Icon } from "../../ui/icon/Icon";
import { Picture } from "../../ui/picture/Picture";
import { Points } from "../../ui/points/Points";
import { Prose } from "../../ui/prose/Prose";
import { Section } from "../../ui/section/Section";
import styles from "./services.module.css";

export function ServicesPage({ page, clinic }: PageProps<"services">): ReactNode {
  const { words, services } = page;
  return (
    <>
      <Hero {...words}>
        <nav aria-label="Services on this page">
          <ol className={styles.index}>
            {services.map(({ slug, title }) => (
              <li key={slug}>
                <a href={`#${slug}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
      </Hero>
      {services.map((service) => (
        <Visit key={service.slug} service={service} />
      ))}
      <Checks />
      <Section tone="plate" {...words.sections.booking}>
        <CallActions clinic={clinic} />
      </Section>
    </>
  );
}

function Visit({ service }: { service: Service }): ReactNode {
  const { slug, title, summary, picture, body, duration, drive, happens, bring, come } = service;
  return (
    <section id={slug} className={styles.visit} aria-labelledby={`${slug}-title`}>
      <div className={styles.picture}>
        <Picture picture={picture} lens />
      </div>
      <div className={styles.head}>
        <h2 id={`${slug}-title`}>{title}</h2>
        <p className={styles.summary}>{summary}</p>
        <Prose blocks={body} />
      </div>
      <div className={styles.steps}>
        <h3>What happens</h3>
        <Points points={happens} numbered />
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>
            <Icon name="clock" /> How long it takes
          </dt>
          <dd>{duration}</dd>
        </div>
        <div>
          <dt>
            <Icon name="car" /> Driving afterwards
          </dt>
          <dd>{drive}</dd>
        </div>
      </dl>
      <div className={styles.come}>
        <h3>Come if</h3>
        <Points points={come} />
      </div>
      <div className={styles.bring}>
        <h3>What to bring</h3>
        <Points points={bring} />
        <ContactLink button="primary">
          Book Appointment<span className="visually-hidden">: {title}</span>
        </ContactLink>
      </div>
    </section>
  );
}

export { ServicesPage as Page };
