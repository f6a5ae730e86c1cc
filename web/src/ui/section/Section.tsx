// A section of a page: a full-width band with a background, and inside it the content in the page's width. With a
// heading it is a landmark named by it.
import { type ReactNode, useId } from "react";
import styles from "./Section.module.css";

interface SectionProps {
  heading?: string;
  /** Shown under the heading. */
  text?: string;
  tone?: "paper" | "panel" | "inverse" | "accent";
  /** Without space above. */
  flush?: boolean;
  /** On wide screens, heading and text are to the left of the content. */
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
        {children && <div className={styles.content}>{children}</div>}
      </div>
    </section>
  );
}
