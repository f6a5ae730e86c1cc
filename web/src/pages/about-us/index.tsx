// The clinic itself: its story, where it is, when it is open, and three ways on.
import type { ReactNode } from "react";
import { CallActions } from "../../contact/CallActions";
import { Place } from "../../contact/Place";
import type { PageProps } from "../../lib/page-props";
import { Checks } from "../../ui/checks/Checks";
import { Hero } from "../../ui/hero/Hero";
import { Hours, OpenNow } from "../../ui/hours/Hours";
import { Section } from "../../ui/section/Section";
import styles from "./about-us.module.css";
import { Doors } from "./Doors";
import { MapOnRequest } from "./MapOnRequest";

export function AboutUsPage({ page, clinic }: PageProps<"aboutUs">): ReactNode {
  const { words } = page;
  const { story, location, hours, director, services, outreaches } = words.sections;
  return (
    <>
      <Hero {...words} />
      {story && (
        <Section tone="plate">
          <div className={styles.story}>
            <h2>{story.heading}</h2>
            <p className={styles.year} aria-hidden="true">
              {clinic.founded}
            </p>
            <p>{story.text}</p>
          </div>
        </Section>
      )}
      <Checks />
      <Section id="contact" aside {...location}>
        <div className={styles.stack}>
          <Place clinic={clinic} />
          <CallActions clinic={clinic} />
          {clinic.map.embed && <MapOnRequest src={clinic.map.embed} name={clinic.name} />}
        </div>
      </Section>
      <Section tone="panel" aside {...hours}>
        <div className={styles.stack}>
          <OpenNow hours={clinic.hours} />
          <Hours hours={clinic.hours} />
        </div>
      </Section>
      <Doors
        doors={[
          { href: "/team", section: director },
          { href: "/services", section: services },
          { href: "/outreaches", section: outreaches },
        ]}
      />
    </>
  );
}

export { AboutUsPage as Page };
