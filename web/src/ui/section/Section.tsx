// One idea of a page: a full-width band with its own tone, and inside it the page's common frame.
// The heading names the landmark; a section without a heading is only a band.
import { type ReactNode, useId } from "react";
import styles from "./Section.module.css";

interface SectionProps {
  heading?: string;
  /** Words under the heading. */
  text?: string;
  tone?: "paper" | "panel" | "plate" | "accent";
  /** Follows closely on what stands above it. */
  flush?: boolean;
  /** Heading and words stand to the left of the rest on wide screens. */
  aside?: boolean;
  id?: string;
  children?: ReactNode;
}

export function Section({
  heading,
  text,
  tone = "paper",
  aside = false,
  flush = false,
  id,
  children,
}: SectionProps): ReactNode {
  const headingId = useId();
  return (
    <section
      id={id}
      className={`${styles.section} ${styles[tone]}${flush ? ` ${styles.flush}` : ""}`}
      aria-labelledby={heading ? headingId : undefined}
    >
      <div className={aside ? `${styles.frame} ${styles.aside}` : styles.frame}>
        {heading && (
          <div className={styles.head}>
            <h2 id={headingId}>{heading}</h2>
            {text && <p className={styles.text}>{text}</p>}
          </div>
        )}
        {children && <div className={styles.rest}>{children}</div>}
      </div>
    </section>
  );
}
