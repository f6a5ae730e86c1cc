// Opens the dialog, and says afterwards that it is done, with the way to the page.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { Button } from "../../../ui/button/Button";
import { Link } from "../../../ui/link/Link";
import { contentQuery, instancesQuery } from "../../api/queries";
import { CLOSED_VISITS_PATH } from "../../appointments/appointment-address";
import { formatAppearance } from "../../clinic-time";
import { pageOf } from "../content-address";
import { CLINIC_FILE, titleOf } from "../document-parts";
import { PublishDialog } from "./PublishDialog";

/** Of the page, in pixels: somebody has read the sentence and goes on. */
const SCROLLED_ON = 200;

interface PublishButtonProps {
  label: string;
  disabled: boolean;
  /** What is ticked at first. Without it, what only the signed-in person has written. */
  only?: string;
  documents: readonly DocumentSummary[];
  /** It is in a bar that stays on the screen, where the sentence would cover a phone. */
  isInBar?: boolean;
  onPublished?: (paths: readonly string[]) => void;
}

type Published = {
  readonly paths: readonly string[];
  /** The appointments at times at which the clinic is no longer open, or in chairs that cannot take them. */
  readonly lostVisits: number;
};

export function PublishButton(props: PublishButtonProps): ReactNode {
  const { label, disabled, only, documents, isInBar = false, onPublished } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { data: instances } = useQuery(instancesQuery);
  const isShown = instances === undefined || instances.notShown.length === 0;
  const [published, setPublished] = useState<Published | null>(null);
  const { data: list } = useQuery({ ...contentQuery, enabled: false });
  const noticeFrom = published?.paths.includes(CLINIC_FILE) ? list?.noticeFrom : null;
  const sentence = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (published) sentence.current?.focus();
  }, [published]);
  useEffect(() => {
    if (!published || !isInBar) return;
    const from = window.scrollY;
    const leave = () => {
      if (Math.abs(window.scrollY - from) > SCROLLED_ON) setPublished(null);
    };
    window.addEventListener("scroll", leave, { passive: true });
    return () => window.removeEventListener("scroll", leave);
  }, [published, isInBar]);
  // It is about what was published before somebody changed it again.
  useEffect(() => {
    if (!disabled) setPublished(null);
  }, [disabled]);
  const shown = documents.filter(
    (document) => published?.paths.includes(document.path) && pageOf(document) !== null,
  );
  const later = shown.filter(({ appearsOn }) => appearsOn !== null);
  const pages = new Set(shown.map(pageOf));
  const [page] = pages;
  return (
    <>
      <Button
        disabled={disabled}
        onClick={() => {
          setPublished(null);
          setIsOpen(true);
        }}
      >
        {label}
      </Button>
      {published && (
        <p role="status" tabIndex={-1} ref={sentence}>
          {isShown ? "Published. " : "Published, but not shown everywhere yet: see above. "}
          {isShown &&
            (later.length === 0 || later.length < shown.length) &&
            "Visitors see it within two seconds. "}
          {later.map((document) => (
            <span key={document.path}>
              “{titleOf(document)}” is on the site{" "}
              {formatAppearance(document.appearsOn ?? "", Date.now())}.{" "}
            </span>
          ))}
          {noticeFrom && `The notice is on the site ${formatAppearance(noticeFrom, Date.now())}. `}
          {published.lostVisits > 0 && (
            <>
              {published.lostVisits === 1 ? "1 visit" : `${published.lostVisits} visits`} cannot
              take place as booked. <Link href={CLOSED_VISITS_PATH}>Move, cancel or tell</Link>{" "}
            </>
          )}
          {/* Not a screen of the desk: the browser has to load it. */}
          {page && pages.size === 1 && later.length === 0 && (
            <Link href={page} target="_blank" rel="noopener">
              View on the site
            </Link>
          )}
        </p>
      )}
      {isOpen && (
        <PublishDialog
          documents={only === undefined ? null : [only]}
          onPublished={(paths, lostVisits) => {
            setIsOpen(false);
            setPublished({ paths, lostVisits });
            onPublished?.(paths);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
