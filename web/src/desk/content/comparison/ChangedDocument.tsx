// What was changed in a document, field by field: "Title: fourty → forty". The file itself is one press away.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { DocumentDefinition } from "../../../generated/DocumentDefinition";
import { contentQuery, picturesQuery } from "../../api/queries";
import desk from "../../components/desk.module.css";
import styles from "../Content.module.css";
import { titleOfPath } from "../document-parts";
import { ChangedText } from "../history/ChangedText";
import { useVariables } from "../use-variables";
import { changedFields, type FieldChange, readDocument } from "./document-fields";

interface ChangedDocumentProps {
  path: string;
  /** The fields of its form. Null for a document without one. */
  definition: DocumentDefinition | null;
  /** Null when there was none. */
  before: string | null;
  after: string | null;
}

export function ChangedDocument(props: ChangedDocumentProps): ReactNode {
  const { path, definition, before, after } = props;
  const [isFile, setIsFile] = useState(false);
  const variables = useVariables()(`${before ?? ""}${after ?? ""}`);
  const nameOf = useNames(`${before ?? ""}${after ?? ""}`);
  const read = (text: string | null) => readDocument(path, text ?? "", definition, nameOf);
  const [old, now] = [read(before), read(after)];
  const changes = changedFields(old, now);
  // The words are shown in any case, and a text with a mistake has no fields.
  const hasFields = old.isComplete && now.isComplete;
  if (!hasFields) return <ChangedText before={before ?? ""} after={after ?? ""} />;
  return (
    <>
      {isFile ? (
        <>
          <p className={desk.secondary}>
            The whole text as it is stored. What is crossed out is gone, what is underlined is new.
          </p>
          <ChangedText before={before ?? ""} after={after ?? ""} />
        </>
      ) : (
        <div className={styles.changedFields}>
          {changes.map((change) => (
            <ChangedField key={change.label} change={change} />
          ))}
          {changes.some(({ before, text }) => /\{\w+\}/.test(before + text)) && variables && (
            <p className={desk.secondary}>On the site, {variables}</p>
          )}
          {changes.length === 0 && (
            <p>{before === after ? "Nothing was changed." : "Only the formatting was changed."}</p>
          )}
        </div>
      )}
      <button
        type="button"
        className={desk.textButton}
        aria-pressed={isFile}
        onClick={() => setIsFile(!isFile)}
      >
        Plain text, for experts
      </button>
    </>
  );
}

/** A longer value is shown once, with the changed words marked in it. */
const SHORT = 80;

export function ChangedField({
  change: { label, before, text },
}: {
  change: FieldChange;
}): ReactNode {
  const isShort = [before, text].every((value) => value.length <= SHORT && !value.includes("\n"));
  if (!isShort && before !== "" && text !== "") {
    return (
      <div>
        <p className={desk.name}>{label}:</p>
        <ChangedText before={before} after={text} />
      </div>
    );
  }
  return (
    <p className={styles.changedField}>
      <span className={desk.name}>{label}:</span> {before !== "" && <del>{before}</del>}
      {before !== "" && text !== "" && " → "}
      {text !== "" && <ins>{text}</ins>}
    </p>
  );
}

const PICTURE = /\.(?:webp|jpe?g|png|svg)\b/i;

/** The title of a document, and the description of a picture. */
function useNames(texts: string): (path: string) => string {
  const { data: list } = useQuery(contentQuery);
  const { data: pictures } = useQuery({ ...picturesQuery, enabled: PICTURE.test(texts) });
  return (path) =>
    pictures?.find((picture) => picture.path === path)?.description ??
    titleOfPath(path, list?.documents ?? []);
}
