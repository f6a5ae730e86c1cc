// How the page looks among the results of a search engine and as a shared link, with the words on the screen.
import type { ReactNode } from "react";
import desk from "../../components/desk.module.css";
import styles from "../Content.module.css";
import { urlOfPicture } from "../content-address";
import {
  adviceFor,
  type PageMeta,
  SHOWN_OF_DESCRIPTION,
  SHOWN_OF_TITLE,
  shorten,
} from "./page-meta";
import { cardLines, wrap } from "./share-card";

export function SearchAndSharing({ meta }: { meta: PageMeta }): ReactNode {
  const { title, clinic, description, address, photo } = meta;
  const advice = adviceFor(meta);
  return (
    <>
      <h3>In search results</h3>
      {address === null ? (
        <p>Search engines do not list this page.</p>
      ) : (
        <div className={styles.linkBox}>
          <p className={styles.address}>{shownAddress(address)}</p>
          <p className={styles.resultTitle}>{shorten(`${title} · ${clinic}`, SHOWN_OF_TITLE)}</p>
          <p>{shorten(description, SHOWN_OF_DESCRIPTION)}</p>
        </div>
      )}
      {advice.length > 0 && (
        <ul className={styles.plainList}>
          {advice.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <h3>As a shared link</h3>
      <div className={styles.linkBox}>
        {photo === null ? (
          <ShareCard title={title} clinic={clinic} />
        ) : (
          <img src={photo} alt="What is at the top of the page" width={1200} height={630} />
        )}
        <p className={styles.resultTitle}>
          {title} · {clinic}
        </p>
        <p>{shorten(description, SHOWN_OF_DESCRIPTION)}</p>
        {address !== null && <p className={styles.address}>{hostOf(address)}</p>}
      </div>
      <p className={desk.secondary}>
        WhatsApp, Google and others cut and place these words a little differently.
      </p>
    </>
  );
}

/** Its colours are those of the picture that visitors get, in light and dark. */
function ShareCard({ title, clinic }: { title: string; clinic: string }): ReactNode {
  const { size, lines } = cardLines(title);
  return (
    <svg
      viewBox="0 0 1200 630"
      role="img"
      aria-label={`Picture of the link, with the words: ${clinic}, ${title}`}
      fontWeight="700"
    >
      <image href={urlOfPicture("share.svg")} width="1200" height="630" />
      <text x="72" y="108" fontSize="38" fill="#F4B740">
        {wrap(clinic, 34, 1).join("")}
      </text>
      {lines.map(({ text, y }) => (
        <text key={y} x="72" y={y} fontSize={size} fill="#FFFCF5">
          {text}
        </text>
      ))}
    </svg>
  );
}

const hostOf = (address: string) => new URL(address, location.origin).host;

/** `clinic.example › articles › first-aid`, as search engines write it. */
function shownAddress(address: string): string {
  const { host, pathname } = new URL(address, location.origin);
  return [host, ...pathname.split("/").filter(Boolean).map(decodeURIComponent)].join(" › ");
}
