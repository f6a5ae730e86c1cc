// A one-time link with which a colleague chooses a password, and ways to pass it on. Shown once: the server keeps only a
// hash of it.
import { type ReactNode, useEffect, useRef } from "react";
import type { OneTimeLink } from "../../generated/OneTimeLink";
import { Button } from "../../ui/button/Button";
import { formatDayAndTime } from "../clinic-time";
import { CopyButton } from "../components/CopyButton";
import styles from "../components/desk.module.css";
import { QrCode } from "../components/QrCode";

interface PasswordLinkProps {
  /** Such as "Invitation for ngozi". */
  heading: string;
  name: string;
  link: OneTimeLink;
  /** Another way to pass it on. */
  byEmail?: ReactNode;
}

export function PasswordLink({ heading, name, link, byEmail }: PasswordLinkProps): ReactNode {
  const headingElement = useRef<HTMLHeadingElement>(null);
  const url = location.origin + link.path;
  const expiry = formatDayAndTime(link.expiresAt);
  const message = `Hello ${name}, please choose your password for the staff desk with this link: ${url}\n\nIt works once, until ${expiry}. You then sign in with the name ${name}. Please do not pass the link on.`;

  // The button that created the link may be far below. Also when another link replaces this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `url` is what makes it another link.
  useEffect(() => headingElement.current?.focus(), [url]);

  return (
    <section className={styles.section} aria-labelledby="password-link">
      <h2 id="password-link" tabIndex={-1} ref={headingElement}>
        {heading}
      </h2>
      <p>
        Give this link to {name} only. It works once, until {expiry}. It is not shown again.
      </p>
      <p className={styles.name}>{url}</p>
      <div className={styles.row}>
        <CopyButton key={url} label="Copy link" text={url} what="the link" />
        <CopyButton
          key={`${url} with a text`}
          label="Copy with a text"
          text={message}
          what="the link"
          weight="quiet"
        />
        {/* Without a server between: a link to a chat service would send the secret link to that service. */}
        {"share" in navigator && (
          <Button weight="quiet" onClick={() => void share(message)}>
            Share with a text
          </Button>
        )}
      </div>
      {byEmail}
      <p>Or {name} scans it with the camera of a phone:</p>
      <QrCode text={url} label={`QR code of the link for ${name}`} />
    </section>
  );
}

async function share(text: string): Promise<void> {
  try {
    await navigator.share({ title: "Choose your password for the staff desk", text });
  } catch {
    // Closing the list of apps is reported as an error.
  }
}
