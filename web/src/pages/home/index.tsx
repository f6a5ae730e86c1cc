// The first page: an eye chart that says what the clinic is for, and everything a hurried patient needs at once.
import type { ReactNode } from "react";
import { CallActions } from "../../contact/CallActions";
import { ContactLink } from "../../contact/ContactLink";
import { Place } from "../../contact/Place";
import type { PageProps } from "../../lib/page-props";
import { Card } from "../../ui/card/Card";
import { Checks } from "../../ui/checks/Checks";
import { EyeChart } from "../../ui/eye-chart/EyeChart";
import { Hours, OpenNow } from "../../ui/hours/Hours";
import { Link } from "../../ui/link/Link";
import { Picture } from "../../ui/picture/Picture";
import { Section } from "../../ui/section/Section";
import { readingTime } from "../articles/detail";
import { GameTeaser } from "./GameTeaser";
import styles from "./home.module.css";

export function HomePage({ page, clinic }: PageProps<"home">): ReactNode {
  const { words, services, outreaches, articles } = page;
  const { sections } = words;
  const [leadOutreach] = outreaches;
  return (
    <>
      <div className={styles.opening}>
        <EyeChart heading={words.heading} lines={words.chart} />
        <div className={styles.reach}>
          <OpenNow hours={clinic.hours} />
          <p className={styles.intro}>{words.intro}</p>
          <CallActions clinic={clinic} />
        </div>
      </div>
      <Checks />

      <Section aside {...sections.services}>
        <ul className={styles.services}>
          {services.map((service) => (
            <li key={service.href}>
              <Card {...service} />
            </li>
          ))}
        </ul>
      </Section>

      <Section tone="plate" {...sections.trust}>
        <ul className={styles.facts}>
          <li>
            <strong>{clinic.founded}</strong> the year we opened
          </li>
          <li>
            <strong>30+ years</strong> our director’s experience
          </li>
          <li>
            <strong>Three</strong> national health-excellence nominations
          </li>
        </ul>
      </Section>

      {sections.game && <GameTeaser {...sections.game} percent={clinic.discountPercent} />}

      {leadOutreach && (
        <Section aside {...sections.outreaches}>
          <div className={styles.outreach}>
            <Picture picture={leadOutreach.picture} />
            <ul>
              {outreaches.map(({ href, title }) => (
                <li key={href}>
                  <Link href={href}>{title}</Link>
                </li>
              ))}
            </ul>
          </div>
        </Section>
      )}

      {articles.length > 0 && (
        <Section tone="panel" {...sections.articles}>
          <ul className={styles.articles}>
            {articles.map((article, place) => (
              <li key={article.href}>
                <Card {...article} lead={place === 0} detail={readingTime(article.minutes)} />
              </li>
            ))}
          </ul>
          <p className={styles.more}>
            <Link href="/articles">All articles</Link>
          </p>
        </Section>
      )}

      <Section aside {...sections.visit}>
        <div className={styles.visit}>
          <Place clinic={clinic} />
          <Hours hours={clinic.hours} />
          <ContactLink button="primary">Book Appointment</ContactLink>
        </div>
      </Section>
    </>
  );
}

export { HomePage as Page };
