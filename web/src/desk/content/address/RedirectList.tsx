// Where visitors of addresses that are gone are sent: a list, in which each one can be removed, and others added.
import { type ReactNode, useRef, useState } from "react";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { Button } from "../../../ui/button/Button";
import { Field } from "../../../ui/field/Field";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import desk from "../../components/desk.module.css";
import { useDialogWords } from "../drafts/use-dialog-words";
import { formOptions } from "../form/form-options";
import { SelectInput } from "../form/inputs/SelectInput";
import { removeKey } from "../form/toml/toml-edit";
import { parseToml, valueAt } from "../form/toml/toml-text";
import { WordsTypedEarlier } from "../unsaved/WordsTypedEarlier";

interface RedirectListProps {
  toml: string;
  documents: readonly DocumentSummary[];
  onChange: (edit: (toml: string) => string) => void;
}

/** Nothing for a text with a mistake: the text view is open then. */
export function RedirectList({ toml, documents, onChange }: RedirectListProps): ReactNode {
  const [isAdding, setIsAdding] = useState(false);
  const add = useRef<HTMLDivElement>(null);
  const file = parseToml(toml);
  if (file === null) return null;
  const redirects = [...file.root.children.keys()].map((from) => {
    const value = valueAt(file, [from]);
    return { from, to: value.kind === "text" ? value.text : "" };
  });
  return (
    <>
      <p className={desk.secondary}>
        Visitors who open an address on the left are sent to the page on the right.
      </p>
      {redirects.length === 0 && <p>No old address leads to a new one yet.</p>}
      <ul className={desk.list}>
        {redirects.map(({ from, to }) => (
          <li key={from} className={desk.listItem}>
            <span>
              {from} → {to}
            </span>
            <button
              type="button"
              className={desk.textButton}
              aria-label={`Remove: ${from}`}
              onClick={() => {
                onChange((current) => removeKey(current, [from]));
                add.current?.querySelector("button")?.focus();
              }}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <div ref={add} className={desk.row}>
        <Button weight="quiet" onClick={() => setIsAdding(true)}>
          Add an old address
        </Button>
      </div>
      {isAdding && (
        <NewRedirect
          taken={redirects.map(({ from }) => from)}
          documents={documents}
          onAdd={(from, to) => onChange((current) => withLine(current, from, to))}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}

interface NewRedirectProps {
  taken: readonly string[];
  documents: readonly DocumentSummary[];
  onAdd: (from: string, to: string) => void;
  onClose: () => void;
}

function NewRedirect({ taken, documents, onAdd, onClose }: NewRedirectProps): ReactNode {
  const { words, isFound, isUnkept, change, forget } = useDialogWords("Add an old address", {
    from: "",
    to: "",
  });
  const [isChecked, setIsChecked] = useState(false);
  const from = words.from.trim();
  const problem = !/^\/[^\s?#%"\\]*[^\s?#%"\\/]$/.test(from)
    ? "Write the part after the name of the site, such as /articles/old-name."
    : taken.includes(from)
      ? "This address leads to another page already. Remove that line first."
      : undefined;
  const close = () => {
    forget();
    onClose();
  };
  return (
    <ConfirmDialog
      heading="Add an old address"
      confirmLabel="Add"
      open
      busy={false}
      onClose={onClose}
      onCancel={close}
      onConfirm={() => {
        setIsChecked(true);
        if (problem !== undefined || words.to === "") return;
        onAdd(from, words.to);
        close();
      }}
    >
      <WordsTypedEarlier isFound={isFound} isUnkept={isUnkept} />
      <Field
        label="Old address"
        hint="Such as /articles/old-name"
        value={words.from}
        error={isChecked ? problem : undefined}
        onChange={({ target }) => change({ from: target.value })}
      />
      <SelectInput
        label="Page that visitors are sent to"
        options={formOptions(documents).pages}
        none="Choose"
        value={words.to}
        error={isChecked && words.to === "" ? "Please choose a page." : undefined}
        onChange={(to) => change({ to })}
      />
    </ConfirmDialog>
  );
}

function withLine(toml: string, from: string, to: string): string {
  const line = `${JSON.stringify(from)} = ${JSON.stringify(to)}\n`;
  return toml === "" || toml.endsWith("\n") ? toml + line : `${toml}\n${line}`;
}
