// Finds people by the beginning or the end of their code, or by part of their email address. Addresses are masked.
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
import { PersonItem } from "./PersonItem";

export function PeopleScreen(): ReactNode {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  const [erasedCode, setErasedCode] = useState<string | null>(null);
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
    if (erasedCode) heading.current?.focus();
  }, [erasedCode]);

  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        People
      </h1>
      {erasedCode && (
        <Notice tone="success" live>
          <p>{erasedCode} and its email address have been erased.</p>
        </Notice>
      )}
      <search>
        <form className={styles.form} onSubmit={submit}>
          <Field
            label="Find by code or email address"
            hint="Enter the beginning of a code, its last four characters, or part of an email address. Leave it empty to see the latest codes."
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
      <LoadState query={query}>
        {({ pages }) => {
          const people = pages.flatMap((page) => page.people);
          return (
            <section className={styles.section} aria-labelledby="results">
              <h2 id="results">{search === "" ? "Latest codes" : "Results"}</h2>
              <p role="status">{describeCount(people.length, query.hasNextPage, search)}</p>
              {people.length > 0 && (
                <ul className={styles.list}>
                  {people.map((person) => (
                    <li key={person.code}>
                      <PersonItem person={person} onErased={setErasedCode} />
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

function describeCount(people: number, hasMore: boolean, search: string): string {
  if (people === 0) {
    return search === ""
      ? "No codes yet."
      : "No one found. Check the spelling, or try a shorter part of it.";
  }
  if (hasMore) return `The newest ${people} people.`;
  return people === 1 ? "1 person." : `${people} people, newest first.`;
}
