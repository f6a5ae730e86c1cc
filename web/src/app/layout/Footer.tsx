// The footer of every page: the clinic, its address, hours and links.
import type { ReactNode } from "react";
import { ClinicAddress } from "../../contact/ClinicAddress";
import { ContactLink } from "../../contact/ContactLink";
import type { Clinic } from "../../generated/Clinic";
import { pagePath } from "../../lib/navigation/paths";
import { Hours } from "../../ui/hours/Hours";
import { Icon } from "../../ui/icon/Icon";
import { Link } from "../../ui/link/Link";
import { PatternDivider } from "../../ui/pattern-divider/PatternDivider";
import styles from "./Footer.module.css";

interface FooterProps {
  clinic: Clinic;
  year: number;
}

const networkNames = { instagram: "Instagram", facebook: "Facebook", linkedin: "LinkedIn" };

export function Footer({ clinic, year }: FooterProps): ReactNode {
  return (
    <footer className={styles.footer}>
      <PatternDivider />
      <div className={styles.frame}>
        <div className={styles.about}>
          <h2>About Us</h2>
          <p>{clinic.blurb}</p>
        </div>
        <div className={styles.location}>
          <h2>Location</h2>
          <ClinicAddress clinic={clinic} />
        </div>
        <nav aria-label="Quick Links" className={styles.quickLinks}>
          <h2>Quick Links</h2>
          <ul className={styles.links}>
            <li>
              <Link href={pagePath("about-us")}>About Us</Link>
            </li>
            <li>
              <ContactLink>Contact Us</ContactLink>
            </li>
            <li>
              <ContactLink>Book Appointment</ContactLink>
            </li>
            <li>
              <Link href={pagePath("outreaches")}>Community Impact</Link>
            </li>
            <li>
              <Link href={pagePath("urgent")}>Is it urgent?</Link>
            </li>
          </ul>
        </nav>
        <div className={styles.hours}>
          <h2>Working Hours</h2>
          <Hours hours={clinic.hours} closures={clinic.closures} />
        </div>
        <div className={styles.follow}>
          <h2>Follow Us</h2>
          <ul className={styles.links}>
            {clinic.socials.map(({ network, url }) => (
              <li key={network}>
                <a href={url}>
                  <Icon name={network} />
                  {` ${networkNames[network]}`}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <p className={styles.legal}>
          <span>{`© ${year} ${clinic.name}. All rights reserved.`}</span>
          <Link href={pagePath("privacy")}>Privacy notice</Link>
        </p>
      </div>
    </footer>
  );
}
