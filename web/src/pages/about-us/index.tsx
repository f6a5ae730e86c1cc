// The about page: the clinic's story, location, working hours and links to other pages.
import type { ReactNode } from "react";
import { ClinicAddress } from "../../contact/ClinicAddress";
import { ContactButtons } from "../../contact/ContactButtons";
import { pagePath } from "../../lib/navigation/paths";
import type { PageProps } from "../../lib/page-props";
import { Hero } from "../../ui/hero/Hero";
import { Hours, OpenNow } from "../../ui/hours/Hours";
import { PatternDivider } from "../../ui/pattern-divider/PatternDivider";
import { Section } from "../../ui/section/Section";
import styles from "./about-us.module.css";
import { LinkCards } from "./LinkCards";
import { MapOnRequest } from "./MapOnRequest";

export function AboutUsPage({ page, clinic }: PageProps<"about-us">): ReactNode {
  const { text } = page;
  const { story, location, hours, director, services, outreaches } = text.sections;
  return (
    <>
      <Hero {...text} />
      {story && (
        <Section tone="inverse">
          <div className={styles.story}>
            <h2>{story.heading}</h2>
            <p className={styles.year} aria-hidden="true">
              {clinic.founded}
            </p>
            <p>{story.text}</p>
          </div>
        </Section>
      )}
      <PatternDivider />
      <Section id="contact" aside {...location}>
        <div className={styles.stack}>
          <ClinicAddress clinic={clinic} />
          <ContactButtons clinic={clinic} />
          {clinic.map.embed && <MapOnRequest src={clinic.map.embed} name={clinic.name} />}
        </div>
      </Section>
      <Section tone="panel" aside {...hours}>
        <div className={styles.stack}>
          <OpenNow hours={clinic.hours} closures={clinic.closures} />
          <Hours hours={clinic.hours} closures={clinic.closures} />
        </div>
      </Section>
      <LinkCards
        cards={[
          { href: pagePath("team"), section: director },
          { href: pagePath("services"), section: services },
          { href: pagePath("outreaches"), section: outreaches },
        ]}
      />
    </>
  );
}

export { AboutUsPage as Page };
