// All documents of the site by kind, what has to be corrected or filled in, and the button that publishes the drafts.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ContentList } from "../../generated/ContentList";
import type { DocumentKind } from "../../generated/DocumentKind";
import type { DocumentSummary } from "../../generated/DocumentSummary";
import { Button, ButtonLink } from "../../ui/button/Button";
import { Field } from "../../ui/field/Field";
import { Link } from "../../ui/link/Link";
import { Notice } from "../../ui/notice/Notice";
import { contentQuery } from "../api/queries";
import { formatDayAndTime, formatFirstDay } from "../clinic-time";
import desk from "../components/desk.module.css";
import { LoadState } from "../components/LoadState";
import styles from "./Content.module.css";
import { ProblemNotice } from "./checks/ProblemNotice";
import {
  documentPath,
  HISTORY_PATH,
  MISSING_PATH,
  PICTURES_PATH,
  PUZZLES_PATH,
} from "./content-address";
import { CLINIC_FILE, clinicParts, titleOf } from "./document-parts";
import { KeptDrafts } from "./KeptDrafts";
import { NewDocument } from "./NewDocument";
import { type NewKind, newKinds } from "./new-documents";
import { PublishButton } from "./publishing/PublishButton";

const groups: readonly { kind: DocumentKind; heading: string; newKind?: NewKind }[] = [
  { kind: "page", heading: "Pages" },
  { kind: "service", heading: "Services", newKind: "service" },
  { kind: "outreach", heading: "Outreaches", newKind: "outreach" },
  { kind: "article", heading: "Articles", newKind: "article" },
  { kind: "member", heading: "Team", newKind: "member" },
  { kind: "urgent", heading: "Urgent help" },
  { kind: "game", heading: "Game" },
  { kind: "redirects", heading: "Redirects" },
];

/** With more articles there is a field to search them. */
const MANY_ARTICLES = 10;

const stateNames: Readonly<Record<DocumentSummary["state"], string>> = {
  published: "Published",
  changed: "Changed, not published",
  new: "New, not published",
  deleted: "Will be deleted",
};

export function DocumentList(): ReactNode {
  const query = useQuery(contentQuery);
  return (
    <div className={desk.section}>
      <h1 tabIndex={-1}>Content</h1>
      <KeptDrafts documents={query.data?.documents ?? []} />
      <LoadState query={query} keepsInput>
        {(list) => <Documents list={list} />}
      </LoadState>
    </div>
  );
}

function Documents({ list }: { list: ContentList }): ReactNode {
  const [dialog, setDialog] = useState<NewKind | null>(null);
  const drafts = list.documents.filter(({ state }) => state !== "published");
  if (list.readOnlyReason !== null) {
    return (
      <>
        <Notice heading="The content is not edited here">
          <p>{list.readOnlyReason}</p>
        </Notice>
        <GameByMonth />
      </>
    );
  }
  const clinic = list.documents.find(({ path }) => path === CLINIC_FILE);
  return (
    <>
      <div className={desk.row}>
        <PublishButton
          label={
            drafts.length === 0 ? "Everything is published" : `Publish ${countOf(drafts.length)}`
          }
          disabled={drafts.length === 0}
          documents={list.documents}
        />
        <ButtonLink weight="quiet" href={PICTURES_PATH}>
          Pictures
        </ButtonLink>
        <ButtonLink weight="quiet" href={HISTORY_PATH}>
          History
        </ButtonLink>
      </div>
      <ProblemNotice
        heading="Correct before publishing"
        problems={list.problems}
        documents={list.documents}
      />
      <StillMissing count={list.placeholders.length} />
      {clinic && <ClinicParts clinic={clinic} />}
      {groups.map(({ kind, heading, newKind }) => (
        <DocumentGroup
          key={kind}
          heading={heading}
          newKind={newKind}
          documents={list.documents.filter((document) => document.kind === kind)}
          onNew={setDialog}
        />
      ))}
      <GameByMonth />
      {dialog !== null && (
        <NewDocument
          kind={dialog}
          taken={list.documents.map(({ path }) => path)}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

function GameByMonth(): ReactNode {
  return (
    <p>
      <Link href={PUZZLES_PATH}>The game month by month</Link>
    </p>
  );
}

function StillMissing({ count }: { count: number }): ReactNode {
  return (
    count > 0 && (
      <Notice heading="Still missing">
        <p>
          {count === 1
            ? "One fact about the clinic still has to be filled in."
            : `${count} facts about the clinic still have to be filled in.`}
        </p>
        <p>
          <ButtonLink href={MISSING_PATH}>Fill in what is missing</ButtonLink>
        </p>
      </Notice>
    )
  );
}

/** One document, in the parts that people look for. */
function ClinicParts({ clinic }: { clinic: DocumentSummary }): ReactNode {
  return (
    <section aria-labelledby="content-clinic" className={desk.section}>
      <h2 id="content-clinic">The clinic</h2>
      {clinic.state !== "published" && (
        <p>
          <State document={clinic} />
        </p>
      )}
      <ul className={desk.list}>
        {clinicParts.map(({ id, title }) => (
          <li key={id} className={desk.listItem}>
            <Link className={styles.documentLink} href={documentPath(CLINIC_FILE, id)}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DocumentGroupProps {
  heading: string;
  newKind: NewKind | undefined;
  documents: readonly DocumentSummary[];
  onNew: (kind: NewKind) => void;
}

function DocumentGroup({ heading, newKind, documents, onNew }: DocumentGroupProps): ReactNode {
  const [search, setSearch] = useState("");
  if (documents.length === 0 && newKind === undefined) return null;
  const words = search.toLowerCase().split(/\s+/);
  const found = documents.filter((document) =>
    words.every((word) => titleOf(document).toLowerCase().includes(word)),
  );
  const id = `content-${heading.toLowerCase()}`;
  return (
    <section aria-labelledby={id} className={desk.section}>
      <h2 id={id}>{heading}</h2>
      {newKind && (
        <div>
          <Button weight="quiet" onClick={() => onNew(newKind)}>
            New {newKinds[newKind].name}
          </Button>
        </div>
      )}
      {newKind === "article" && documents.length > MANY_ARTICLES && (
        <Field
          label={`Search ${heading.toLowerCase()}`}
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <ul className={desk.list}>
        {found.map((document) => (
          <li key={document.path} className={desk.listItem}>
            <Link className={styles.documentLink} href={documentPath(document.path)}>
              {titleOf(document)}
            </Link>
            {document.appearsOn && (
              <span className={styles.draft}>
                {/* A document that is changed as well says so after it. */}
                On the site {formatFirstDay(document.appearsOn, Date.now())}
                {document.state !== "published" && ". "}
              </span>
            )}
            {document.state !== "published" && <State document={document} />}
          </li>
        ))}
      </ul>
      {found.length === 0 && documents.length > 0 && <p role="status">Nothing found.</p>}
    </section>
  );
}

function State({
  document: { state, savedBy, savedAt },
}: {
  document: DocumentSummary;
}): ReactNode {
  return (
    <span className={styles.draft}>
      {stateNames[state]}
      {savedBy !== null && savedAt !== null && ` by ${savedBy}, ${formatDayAndTime(savedAt)}`}
    </span>
  );
}

function countOf(count: number): string {
  return count === 1 ? "1 change" : `${count} changes`;
}
