// The home page: the eye chart, opening state and contact buttons first, then services, facts, game and articles.
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { ClinicAddress } from "../../contact/ClinicAddress";
import { ContactButtons } from "../../contact/ContactButtons";
import { ContactLink } from "../../contact/ContactLink";
import { EmergencyLine } from "../../contact/EmergencyLine";
import { loadChunk } from "../../lib/loading/load-chunk";
import { pagePath } from "../../lib/navigation/paths";
import type { PageProps } from "../../lib/page-props";
import { readingTime } from "../../lib/time/reading-time";
import { Card } from "../../ui/card/Card";
import { EyeChart } from "../../ui/eye-chart/EyeChart";
import { Hours, OpenNow } from "../../ui/hours/Hours";
import { Link } from "../../ui/link/Link";
import { PatternDivider } from "../../ui/pattern-divider/PatternDivider";
import { Picture } from "../../ui/picture/Picture";
import { Section } from "../../ui/section/Section";
import { GameTeaser } from "./GameTeaser";
import styles from "./home.module.css";

export function HomePage({ page, clinic }: PageProps<"home">): ReactNode {
  const { text, services, outreaches, outreachPicture, articles } = page;
  const { sections } = text;
  return (
    <>
      <div className={styles.top}>
        <EyeChart heading={text.heading} lines={text.chart} />
        <div className={styles.contact}>
          <OpenNow hours={clinic.hours} closures={clinic.closures} />
          <EmergencyLine clinic={clinic} />
          <VisitsOfThisDevice />
          <p className={styles.intro}>{text.intro}</p>
          <ContactButtons clinic={clinic} booking />
        </div>
      </div>
      <PatternDivider />

      <Section aside {...sections.services}>
        <ul className={styles.services}>
          {services.map((service) => (
            <li key={service.href}>
              <Card {...service} />
            </li>
          ))}
        </ul>
      </Section>

      <Section tone="inverse" {...sections.trust}>
        <ul className={styles.facts}>
          <li>
            <strong>{clinic.founded}</strong> the year the clinic was founded
          </li>
          <li>
            <strong>30+ years</strong> our director’s experience
          </li>
          <li>
            <strong>Three</strong> national health-excellence nominations
          </li>
        </ul>
      </Section>

      {sections.game && (
        <GameTeaser
          {...sections.game}
          percent={clinic.discountPercent}
          hasPractice={page.hasPractice}
        />
      )}

      {outreachPicture && (
        <Section aside {...sections.outreaches}>
          <div className={styles.outreach}>
            <Picture picture={outreachPicture} />
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
            {articles.map((article, index) => (
              <li key={article.href}>
                <Card {...article} lead={index === 0} detail={readingTime(article.minutes)} />
              </li>
            ))}
          </ul>
          <p className={styles.more}>
            <Link href={pagePath("articles")}>All articles</Link>
          </p>
        </Section>
      )}

      <Section aside {...sections.visit}>
        <div className={styles.visit}>
          <ClinicAddress clinic={clinic} />
          <Hours hours={clinic.hours} closures={clinic.closures} />
          <ContactLink button="primary">Book Appointment</ContactLink>
        </div>
      </Section>
    </>
  );
}

/** Loaded only for those who have booked on this device. */
function VisitsOfThisDevice(): ReactNode {
  const [Visits, setVisits] = useState<ComponentType>();
  useEffect(() => {
    if (!remembersVisits()) return;
    loadChunk(() => import("../../booking/RememberedVisits")).then(
      (chunk) => setVisits(() => chunk.RememberedVisits),
      // Online booking shows them too.
      () => {},
    );
  }, []);
  return Visits && <Visits />;
}

function remembersVisits(): boolean {
  try {
    return localStorage.getItem("visits") !== null;
  } catch {
    return false;
  }
}

export { HomePage as Page };
