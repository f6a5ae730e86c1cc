// The search field. It needs the app, so it appears when the app has started; its place is kept free until then.
import { type ReactNode, useEffect, useState } from "react";
import { Field } from "../../ui/field/Field";
import styles from "./articles.module.css";

interface SearchFieldProps {
  query: string;
  onQuery: (query: string) => void;
}

export function SearchField({ query, onQuery }: SearchFieldProps): ReactNode {
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <search className={styles.search}>
      {isReady && (
        <Field
          label="Search the site"
          type="search"
          autoComplete="off"
          spellCheck
          enterKeyHint="search"
          maxLength={100}
          value={query}
          onChange={({ target }) => onQuery(target.value)}
        />
      )}
    </search>
  );
}
