// All documents of the site by kind, with a search, what has to be corrected or filled in, and the button that publishes the drafts.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { DocumentKind } from "../../../generated/DocumentKind";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import type { RecentDocument } from "../../../generated/RecentDocument";
import { ButtonLink } from "../../../ui/button/Button";
import { Link } from "../../../ui/link/Link";
import { Notice } from "../../../ui/notice/Notice";
import { type Content, contentQuery, recentQuery } from "../../api/queries";
import { formatAppearance } from "../../clinic-time";
import desk from "../../components/desk.module.css";
import { LoadState } from "../../components/LoadState";
import { useMe } from "../../sign-in/SessionProvider";
import styles from "../Content.module.css";
import { ProblemsOfAll } from "../checks/ProblemNotice";
import {
  documentPath,
  HISTORY_PATH,
  MISSING_PATH,
  PICTURES_PATH,
  PUZZLES_PATH,
} from "../content-address";
import { CLINIC_FILE, clinicParts } from "../document-parts";
import { countMissing } from "../missing/count-missing";
import { OpenNotes } from "../notes/OpenNotes";
import { byPosition, type OrderListName } from "../order/order-lists";
import { PublishButton } from "../publishing/PublishButton";
import { SaveKeptDrafts } from "../unsaved/SaveKeptDrafts";
import { ContentSearch } from "./ContentSearch";
import { countDocuments } from "./count-documents";
import { DocumentGroup } from "./DocumentGroup";
import { State } from "./DocumentRow";
import { type ListedDocument, useListedDocuments } from "./moved-documents";
import { NewDocument } from "./NewDocument";
import type { NewKind } from "./new-documents";
import { RecentlyEdited } from "./RecentlyEdited";
import { pagesInOrder } from "./site-order";

type Group = {
  readonly kind: DocumentKind;
  readonly heading: string;
  readonly newKind?: NewKind;
  /** The list whose order can be changed. */
  readonly order?: OrderListName;
};

const groups: readonly Group[] = [
  { kind: "page", heading: "Pages" },
  { kind: "service", heading: "Services", newKind: "service", order: "services" },
  { kind: "outreach", heading: "Outreaches", newKind: "outreach", order: "outreaches" },
  { kind: "article", heading: "Articles", newKind: "article", order: "home" },
  { kind: "info", heading: "Your own pages", newKind: "info" },
  { kind: "member", heading: "Team", newKind: "member", order: "team" },
  { kind: "urgent", heading: "Urgent help" },
  { kind: "game", heading: "Game" },
  { kind: "redirects", heading: "Old addresses" },
];

export function DocumentList(): ReactNode {
  const query = useQuery(contentQuery);
  const { data: recent, isPending } = useQuery(recentQuery);
  // Lists that appeared before it would move under somebody's finger. The screen stays when the session ends and its data is removed.
  const [isReady, setIsReady] = useState(false);
  if (!isReady && !isPending) setIsReady(true);
  return (
    <div className={desk.section}>
      <h1 tabIndex={-1}>Content</h1>
      <SaveKeptDrafts documents={query.data?.documents ?? []} />
      <LoadState query={query} keepsInput>
        {(list) =>
          isReady ? (
            <Documents list={list} published={recent?.documents ?? []} />
          ) : (
            <p role="status">Loading...</p>
          )
        }
      </LoadState>
    </div>
  );
}

interface DocumentsProps {
  list: Content;
  /** What the signed-in person published last. */
  published: readonly RecentDocument[];
}

function Documents({ list, published }: DocumentsProps): ReactNode {
  const me = useMe();
  const [dialog, setDialog] = useState<NewKind | null>(null);
  const listed = useListedDocuments(list.documents);
  const drafts = listed.filter(({ state }) => state !== "published");
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
  const hasNoChanges = !drafts.some(({ savedBy }) => savedBy === me.name);
  return (
    <>
      {hasNoChanges && (
        <p>
          Open what you want to change, and write. It is saved by itself, and visitors see it after
          you press “Publish”.
        </p>
      )}
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
      {drafts.length > 0 && (
        <p className={desk.secondary}>Not published: {countDocuments(drafts.map(pathOf))}.</p>
      )}
      <ProblemsOfAll problems={list.problems} documents={list.documents} />
      <StillMissing placeholders={list.placeholders} />
      <ContentSearch documents={listed}>
        <OpenNotes />
        <RecentlyEdited documents={listed} published={published} />
        {clinic && <ClinicParts clinic={clinic} noticeFrom={list.noticeFrom} />}
        {groups.map((group) => (
          <DocumentGroup
            key={group.kind}
            heading={group.heading}
            newKind={group.newKind}
            order={group.order}
            documents={documentsOf(group, listed)}
            onNew={setDialog}
          />
        ))}
        <GameByMonth />
      </ContentSearch>
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

function StillMissing({ placeholders }: Pick<Content, "placeholders">): ReactNode {
  return (
    placeholders.length > 0 && (
      <Notice heading="Facts to fill in">
        <p>
          {countMissing(placeholders)} still {placeholders.length === 1 ? "has" : "have"} to be
          filled in.
        </p>
        <p>
          <ButtonLink href={MISSING_PATH}>Fill in what is missing</ButtonLink>
        </p>
      </Notice>
    )
  );
}

/** One document, in the parts that people look for. */
interface ClinicPartsProps {
  clinic: DocumentSummary;
  /** The first day of the notice. Null when it has come. */
  noticeFrom: string | null;
}

function ClinicParts({ clinic, noticeFrom }: ClinicPartsProps): ReactNode {
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
            {id === "notice" && noticeFrom && (
              <span className={styles.draft}>
                On the site {formatAppearance(noticeFrom, Date.now())}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** In the order of the site. Articles are by date there, so the list has them by name. */
function documentsOf(
  { kind, order }: Group,
  documents: readonly ListedDocument[],
): readonly ListedDocument[] {
  const ofKind = documents.filter((document) => document.kind === kind);
  if (kind === "page") return pagesInOrder(ofKind);
  return order === undefined || order === "home" ? ofKind : byPosition(ofKind);
}

const pathOf = ({ path }: DocumentSummary) => path;

function countOf(count: number): string {
  return count === 1 ? "1 change" : `${count} changes`;
}
