// Finds people by the beginning or the end of their code, or by their email address or its beginning. Addresses are masked.
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { saveFile } from "../../lib/save-file";
import { Button } from "../../ui/button/Button";
import { Field } from "../../ui/field/Field";
import { Notice } from "../../ui/notice/Notice";
import * as api from "../api/endpoints";
import { peopleQuery, queryKeys } from "../api/queries";
import { ActionNotice } from "../components/ActionNotice";
import styles from "../components/desk.module.css";
import { LoadState } from "../components/LoadState";
import { MoreButton } from "../components/MoreButton";
import { useAction } from "../components/use-action";
import { useLoss } from "../layout/leaving/use-loss";
import { CodeHolderItem } from "./CodeHolderItem";
import { StoredDataDialog } from "./StoredDataDialog";

export function CodeHoldersScreen(): ReactNode {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  // How often somebody was erased.
  const [erasures, setErasures] = useState(0);
  const onErased = () => setErasures((count) => count + 1);
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useInfiniteQuery(peopleQuery(search));
  const download = useAction();

  function submit(event: FormEvent) {
    event.preventDefault();
    const next = typed.trim();
    if (next === search) void queryClient.invalidateQueries({ queryKey: queryKeys.people });
    else setSearch(next);
  }

  // Not a link, because the server may first ask who is there.
  function downloadAll() {
    download.run({
      request: api.downloadClaims,
      onSuccess: (csv) => saveFile("claims.csv", csv),
      success:
        "The file contains the full email addresses. This has been recorded in the audit log.",
    });
  }

  // The item with focus is removed from the list.
  useEffect(() => {
    if (erasures > 0) heading.current?.focus();
  }, [erasures]);

  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        People
      </h1>
      {erasures > 0 && (
        <Notice tone="success" live key={erasures}>
          <p>The data has been erased.</p>
        </Notice>
      )}
      <search>
        <form className={styles.form} onSubmit={submit}>
          <Field
            label="Find by code or email address"
            hint="Enter an email address or its beginning, the beginning of a code, or its last four characters. Leave it empty to see the latest codes."
            type="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <div className={styles.row}>
            <Button type="submit" icon="search">
              Find
            </Button>
            <Button weight="quiet" busy={download.busy} onClick={downloadAll}>
              {download.busy ? "Downloading…" : "Download all as CSV"}
            </Button>
          </div>
          <ActionNotice result={download.result} />
        </form>
      </search>
      <StoredDataForm onErased={onErased} />
      <LoadState query={query}>
        {({ pages }) => {
          const people = pages.flatMap((page) => page.people);
          return (
            <section className={styles.section} aria-labelledby="results">
              <h2 id="results">{search === "" ? "Latest codes" : "Results"}</h2>
              <p role="status">
                {describeCount(people.length, pages.at(-1)?.more === true, search)}
              </p>
              {people.length > 0 && (
                <ul className={styles.list}>
                  {people.map((person) => (
                    <li key={person.code}>
                      <CodeHolderItem person={person} onErased={onErased} />
                    </li>
                  ))}
                </ul>
              )}
              <MoreButton query={query} />
            </section>
          );
        }}
      </LoadState>
    </>
  );
}

/** For everybody who asks for a copy of their data or to be erased, with or without a code. */
function StoredDataForm({ onErased }: { onErased: () => void }): ReactNode {
  const [typed, setTyped] = useState("");
  const [query, setQuery] = useState<string | null>(null);
  const [shown, setShown] = useState("");
  const asked = typed.trim();
  useLoss(asked === "" || asked === shown ? null : "The stored data is not shown yet");
  function submit(event: FormEvent) {
    event.preventDefault();
    if (asked === "") return;
    setQuery(asked);
    setShown(asked);
  }
  return (
    <section className={styles.section} aria-labelledby="stored-data">
      <h2 id="stored-data">Data of a patient</h2>
      <form className={styles.form} onSubmit={submit}>
        <Field
          label="Whole phone number or email address"
          hint="For a patient who asks for a copy of their data or wants it erased. This is recorded in the audit log."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className={styles.row}>
          <Button type="submit" weight="quiet" aria-haspopup="dialog">
            Show stored data
          </Button>
        </div>
      </form>
      {query !== null && (
        <StoredDataDialog
          query={query}
          onClose={() => setQuery(null)}
          onErased={() => {
            setQuery(null);
            // Not what was typed since the dialog was closed.
            setTyped((now) => (now.trim() === query ? "" : now));
            onErased();
          }}
        />
      )}
    </section>
  );
}

function describeCount(people: number, hasMore: boolean, search: string): string {
  if (people === 0) {
    return search === ""
      ? "No codes yet."
      : "No one found. Check the spelling, or try fewer characters from the beginning.";
  }
  if (hasMore && search !== "") {
    return `The newest ${people} people. Enter more characters to find others.`;
  }
  if (hasMore) return `The newest ${people} people.`;
  return people === 1 ? "1 person." : `${people} people, newest first.`;
}
