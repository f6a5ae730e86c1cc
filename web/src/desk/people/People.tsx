// Finds whoever holds a code, by code or by whole address, and opens what can be done for them. Addresses stay masked
// until somebody asks for one, which is written down.
import { type FormEvent, type ReactNode, useCallback, useRef, useState } from "react";
import { Button, ButtonLink } from "../../ui/button/Button";
import { Field } from "../../ui/field/Field";
import { Notice } from "../../ui/notice/Notice";
import * as api from "../api";
import { Pending } from "../parts/Pending";
import styles from "../parts/parts.module.css";
import { useLoaded } from "../use-loaded";
import { PersonItem } from "./PersonItem";

export function PeopleScreen(): ReactNode {
  const [typed, setTyped] = useState("");
  const [query, setQuery] = useState("");
  const [erased, setErased] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { loaded, reload } = useLoaded(useCallback(() => api.people(query), [query]));

  function search(event: FormEvent) {
    event.preventDefault();
    if (typed.trim() === query) void reload();
    else setQuery(typed.trim());
  }

  /** The person is gone from the list, and the focus with them. */
  function tellErased(code: string) {
    setErased(code);
    heading.current?.focus();
    void reload();
  }

  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        People
      </h1>
      {erased && (
        <Notice tone="success" live>
          <p>{erased} and its address are erased.</p>
        </Notice>
      )}
      <search>
        <form className={styles.form} onSubmit={search}>
          <Field
            label="Find by code or e-mail address"
            hint="Part of a code, or a whole address. Empty shows the latest."
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
            <ButtonLink href={api.claimsFile} weight="quiet" download>
              Download all as CSV
            </ButtonLink>
          </div>
        </form>
      </search>
      <Pending loaded={loaded} reload={reload}>
        {({ people }) => (
          <section className={styles.section} aria-labelledby="found">
            <h2 id="found">{query === "" ? "The latest" : "Found"}</h2>
            <p role="status">{count(people.length)}</p>
            {people.length > 0 && (
              <ul className={styles.list}>
                {people.map((person) => (
                  <li key={person.code}>
                    <PersonItem person={person} onChanged={reload} onErased={tellErased} />
                  </li>
                ))}
              </ul>
            )}
          </section>
        )}
      </Pending>
    </>
  );
}

function count(people: number): string {
  if (people === 0) return "Nobody. Check the spelling; an address must be whole.";
  return people === 1 ? "One person." : `${people} people, the newest first.`;
}
