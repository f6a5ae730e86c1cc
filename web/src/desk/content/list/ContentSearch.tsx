// The search of the content. While there are words in it, what was found takes the place of the lists.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { useNavigation } from "../../../lib/navigation/navigation-context";
import { Field } from "../../../ui/field/Field";
import { Link } from "../../../ui/link/Link";
import { Notice } from "../../../ui/notice/Notice";
import { apiFailureOf, describeApiFailure } from "../../api/api-error";
import { contentSearchQuery, draftChangesQuery } from "../../api/queries";
import desk from "../../components/desk.module.css";
import styles from "../Content.module.css";
import { CONTENT_PATH, SEARCH_ID } from "../content-address";
import { CLINIC_FILE } from "../document-parts";
import { State } from "./DocumentRow";
import { findFacts } from "./find-facts";
import { type FoundRow, findDocuments, splitAtWords } from "./search-results";

/** Of typing, before the server is asked. */
const PAUSE_MS = 250;

interface ContentSearchProps {
  documents: readonly DocumentSummary[];
  /** Shown while nothing is searched. */
  children: ReactNode;
}

export function ContentSearch({ documents, children }: ContentSearchProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState("");
  const wanted = search.trim();
  const { navigate } = useNavigation();
  // The key / on another screen leads to this address. It is left, so that going back does not lead to the field again.
  useEffect(() => {
    if (location.hash !== `#${SEARCH_ID}`) return;
    input.current?.focus();
    navigate(CONTENT_PATH, { replace: true });
  }, [navigate]);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the browsers that the desk supports do not all know <search>. */}
      <div id={SEARCH_ID} role="search" className={styles.search}>
        <Field
          ref={input}
          label="Search the content"
          hint="Titles, texts, opening hours, phone and what pictures show. The key / leads here."
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={200}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={({ key }) => key === "Escape" && setSearch("")}
        />
      </div>
      {wanted === "" ? children : <Found search={wanted} documents={documents} />}
    </>
  );
}

interface FoundProps {
  search: string;
  documents: readonly DocumentSummary[];
}

function Found({ search, documents }: FoundProps): ReactNode {
  const words = useLater(search);
  const { data, error, isFetching } = useQuery(contentSearchQuery(words));
  const hasClinic = documents.some(({ path }) => path === CLINIC_FILE);
  const clinic = useQuery({ ...draftChangesQuery(CLINIC_FILE), enabled: hasClinic });
  const facts = hasClinic ? findFacts(search, clinic.data ?? null) : [];
  const rows = findDocuments(search, documents, data?.documents ?? [], facts);
  const isSearching = isFetching || words !== search;
  const isMore = !isSearching && data !== undefined && data.total > data.documents.length;
  return (
    <section aria-labelledby="content-found" className={desk.section}>
      <h2 id="content-found">Found</h2>
      <p role="status">{describeCount(rows.length, isSearching)}</p>
      {error && (
        <Notice tone="alarm">
          <p>Only titles were searched. {describeApiFailure(apiFailureOf(error))}</p>
        </Notice>
      )}
      <ul className={desk.list}>
        {rows.map((row) => (
          <Row key={row.href} row={row} search={search} />
        ))}
      </ul>
      {isMore && (
        <p>
          The first {data.documents.length} of {data.total} are shown. Add a word to find fewer.
        </p>
      )}
    </section>
  );
}

function Row({ row, search }: { row: FoundRow; search: string }): ReactNode {
  const { href, title, excerpt, document } = row;
  return (
    <li className={desk.listItem}>
      <div>
        <Link className={styles.documentLink} href={href}>
          {title}
        </Link>
        {excerpt && (
          <p className={styles.excerpt}>
            {splitAtWords(excerpt, search).map((piece, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other name.
              index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece,
            )}
          </p>
        )}
      </div>
      {document && document.state !== "published" && <State document={document} />}
    </li>
  );
}

function describeCount(count: number, isSearching: boolean): string {
  if (count === 0) return isSearching ? "Searching…" : "Nothing found. Try fewer or shorter words.";
  const places = count === 1 ? "1 place" : `${count} places`;
  return isSearching ? `${places} so far` : places;
}

/** The value as it was when nobody had typed for a moment. Empty before. */
function useLater(value: string): string {
  const [later, setLater] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
