// The facts of one document that are still missing, as fields. They are saved like every draft.
import { type ReactNode, useEffect } from "react";
import type { ContentDocument } from "../../../generated/ContentDocument";
import type { ContentProblem } from "../../../generated/ContentProblem";
import type { DocumentDefinition } from "../../../generated/DocumentDefinition";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import type { FieldDefinition } from "../../../generated/FieldDefinition";
import { LoadState } from "../../components/LoadState";
import { useMe } from "../../sign-in/SessionProvider";
import { ConflictView } from "../document/ConflictView";
import { StatusLine } from "../document/StatusLine";
import { useOpenedDocument } from "../document/use-opened-document";
import type { DraftScreen } from "../drafts/draft-session";
import { useDocumentDraft } from "../drafts/use-document-draft";
import { useDraftLosses } from "../drafts/use-draft-losses";
import { FormProvider } from "../form/DocumentForm";
import { FieldInput } from "../form/FieldInput";
import { splitDocument } from "../split-document";
import { IncompleteInputs } from "../unsaved/IncompleteInputs";
import { FirstFew } from "./FirstFew";

interface MissingFactsProps {
  path: string;
  /** Such as `address.street`. */
  keys: readonly string[];
  documents: readonly DocumentSummary[];
  problems: readonly ContentProblem[];
}

export function MissingFacts(props: MissingFactsProps): ReactNode {
  const { query, opened, reload } = useOpenedDocument(props.path);
  return opened?.definition && opened.text !== null ? (
    <Facts
      key={opened.version}
      {...props}
      document={opened}
      text={opened.text}
      definition={opened.definition}
      onReload={reload}
    />
  ) : (
    <LoadState query={query}>{() => null}</LoadState>
  );
}

interface FactsProps extends MissingFactsProps {
  document: ContentDocument;
  text: string;
  definition: DocumentDefinition;
  /** Shows the document again as the server has it. */
  onReload: () => void;
}

/** The form always shows the draft as it is. */
const formOnly: DraftScreen = { hasEditor: false, flush: () => {}, show: () => {} };

function Facts(props: FactsProps): ReactNode {
  const { document, text, definition, keys, documents, problems, onReload } = props;
  const { name: account } = useMe();
  const { state, draft } = useDocumentDraft(document, text, () => null, formOnly);
  useDraftLosses(draft);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!draft.hasUnsavedInput) return;
      event.preventDefault();
      // Chrome before version 119 asks for this instead.
      event.returnValue = "unsaved";
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [draft]);
  const fields = definition.groups.flatMap((group) => group.fields);
  return (
    <>
      <StatusLine state={state} isTyping={false} account={account} />
      <IncompleteInputs draft={draft} lost={state.lost} />
      {state.phase.kind === "conflict" && (
        <ConflictView
          document={document}
          mine={state.text}
          account={account}
          conflict={state.phase}
          onChoose={(choice) => {
            if (!draft.resolveConflict(choice)) onReload();
          }}
        />
      )}
      <FormProvider
        keys={splitDocument(state.text).keys}
        documents={documents}
        problems={problems}
        onChange={(edit) => draft.editKeys(edit)}
        onIncomplete={draft.noteIncomplete}
        onLost={draft.noteLost}
      >
        <FirstFew more={(count) => `${count} more facts`}>
          {[...new Set(keys.map((key) => fieldKey(fields, key)))].map((key) => (
            <MissingField key={key} fields={fields} path={key.split(".")} />
          ))}
        </FirstFew>
      </FormProvider>
    </>
  );
}

interface MissingFieldProps {
  fields: readonly FieldDefinition[];
  path: readonly string[];
}

/** For a value inside a list of entries, such as `hospitals.name`, the key of the whole list: its entries are shown together. */
function fieldKey(fields: readonly FieldDefinition[], key: string): string {
  const [first = key] = key.split(".");
  return fields.find((field) => field.key === first)?.value.type === "entries" ? first : key;
}

/** A field inside a table is named after both, such as "Phone: Number". */
function MissingField({ fields, path }: MissingFieldProps): ReactNode {
  let siblings = fields;
  const labels: string[] = [];
  for (const key of path.slice(0, -1)) {
    const table = siblings.find((field) => field.key === key);
    if (table?.value.type !== "table") return null;
    siblings = table.value.fields;
    labels.push(table.label);
  }
  const field = siblings.find(({ key }) => key === path.at(-1));
  return (
    field && (
      <FieldInput
        field={field}
        table={path.slice(0, -1)}
        siblings={siblings}
        label={[...labels, field.label].join(": ")}
      />
    )
  );
}
