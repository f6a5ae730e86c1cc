// What the search has found. Articles are found without a request, by what is on the page; the index of the whole site is
// loaded at the first search.
import { type ReactNode, useEffect, useState } from "react";
import { ContactButtons } from "../../contact/ContactButtons";
import type { Card as CardData } from "../../generated/Card";
import type { Clinic } from "../../generated/Clinic";
import type { SearchEntry } from "../../generated/SearchEntry";
import { Link } from "../../ui/link/Link";
import styles from "./articles.module.css";
import { search } from "./search";

const KIND = { article: "Article", service: "Service", page: "Page" } as const;

interface SearchResultsProps {
  query: string;
  articles: readonly CardData[];
  clinic: Clinic;
}

const toEntry = ({ href, title, summary }: CardData): SearchEntry => ({
  kind: "article",
  href,
  title,
  summary,
  words: "",
});

export function SearchResults({ query, articles, clinic }: SearchResultsProps): ReactNode {
  const index = useSiteIndex();
  const found = search(index.entries ?? articles.map(toEntry), query);
  return (
    <>
      <p role="status" className={styles.count}>
        {countText(found.length, query.trim())}
      </p>
      {index.failed && (
        <p>Only articles are searched, because the rest did not load. Check your connection.</p>
      )}
      {found.length === 0 && <ContactButtons clinic={clinic} />}
      <ul className={styles.results}>
        {found.map(({ kind, href, title, summary }) => (
          <li key={href}>
            <h3>
              <Link href={href}>{title}</Link>
            </h3>
            <p className={styles.kind}>{KIND[kind]}</p>
            <p>{summary}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function countText(count: number, query: string): string {
  if (count === 0) return `Nothing found for “${query}”. Try another word, or ask us.`;
  return `${count} ${count === 1 ? "result" : "results"} for “${query}”.`;
}

interface SiteIndex {
  entries?: SearchEntry[];
  failed?: true;
}

function useSiteIndex(): SiteIndex {
  const [index, setIndex] = useState<SiteIndex>({});
  useEffect(() => {
    const leaving = new AbortController();
    const load = async () => {
      const response = await fetch("/search.json", { signal: leaving.signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      setIndex({ entries: (await response.json()) as SearchEntry[] });
    };
    load().catch(() => {
      if (!leaving.signal.aborted) setIndex({ failed: true });
    });
    return () => leaving.abort();
  }, []);
  return index;
}
