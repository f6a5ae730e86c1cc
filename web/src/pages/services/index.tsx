// The services page: for each service what happens at a visit, how long it takes, what it costs, what to bring and when to come.
import type { ReactNode } from "react";
import { ContactButtons } from "../../contact/ContactButtons";
import { ContactLink } from "../../contact/ContactLink";
import type { PageLink } from "../../generated/PageLink";
import type { Service } from "../../generated/Service";
import type { PageProps } from "../../lib/page-props";
import { ListenButton } from "../../read-aloud/ListenButton";
import { BulletList } from "../../ui/bullet-list/BulletList";
import { Hero } from "../../ui/hero/Hero";
import { Icon } from "../../ui/icon/Icon";
import { Link } from "../../ui/link/Link";
import { PatternDivider } from "../../ui/pattern-divider/PatternDivider";
import { Picture } from "../../ui/picture/Picture";
import { Prose } from "../../ui/prose/Prose";
import { Section } from "../../ui/section/Section";
import styles from "./services.module.css";

export function ServicesPage({ page, clinic }: PageProps<"services">): ReactNode {
  const { text, services, articles } = page;
  return (
    <>
      <Hero {...text}>
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
        <ServiceDetails
          key={service.slug}
          service={service}
          articles={articles[service.slug] ?? []}
        />
      ))}
      <PatternDivider />
      <Section tone="inverse" {...text.sections.booking}>
        <ContactButtons clinic={clinic} />
      </Section>
    </>
  );
}

interface ServiceDetailsProps {
  service: Service;
  articles: readonly PageLink[];
}

function ServiceDetails({ service, articles }: ServiceDetailsProps): ReactNode {
  const { slug, title, summary, picture, body, price, duration, drive, happens, bring, come } =
    service;
  return (
    <section id={slug} className={styles.service} aria-labelledby={`${slug}-title`}>
      <div className={styles.picture}>
        <Picture picture={picture} round sizes="(min-width: 48rem) 33vw, 16rem" />
      </div>
      <div className={styles.head}>
        <h2 id={`${slug}-title`}>{title}</h2>
        <p className={styles.summary}>{summary}</p>
        <Prose blocks={body} />
        <ListenButton about={title} />
      </div>
      <div className={styles.steps}>
        <h3>What happens</h3>
        <BulletList items={happens} numbered />
      </div>
      <dl className={styles.facts}>
        {price && (
          <div>
            <dt>
              <span className={styles.naira} aria-hidden="true">
                ₦
              </span>{" "}
              Price
            </dt>
            <dd className={styles.price}>{price}</dd>
          </div>
        )}
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
        <h3>Book a visit if:</h3>
        <BulletList items={come} />
      </div>
      <div className={styles.bring}>
        <h3>What to bring</h3>
        <BulletList items={bring} />
        {articles.map((article) => (
          <p key={article.href}>
            Read: <Link href={article.href}>{article.title}</Link>
          </p>
        ))}
        <ContactLink button="primary" service={service}>
          Book Appointment<span className="visually-hidden">{`: ${title}`}</span>
        </ContactLink>
      </div>
    </section>
  );
}

export { ServicesPage as Page };
