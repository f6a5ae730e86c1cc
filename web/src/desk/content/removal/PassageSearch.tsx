// Finds a passage on the site, in drafts and in the history, and removes it from the drafts and the history.
import { type ReactNode, useState } from "react";
import type { FoundPassage } from "../../../generated/FoundPassage";
import type { PassagePlace } from "../../../generated/PassagePlace";
import { Button } from "../../../ui/button/Button";
import { Link } from "../../../ui/link/Link";
import { findPassage, removeContent } from "../../api/endpoints";
import { queryKeys } from "../../api/queries";
import { ActionForm } from "../../components/ActionForm";
import { ActionNotice } from "../../components/ActionNotice";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import desk from "../../components/desk.module.css";
import { useAction } from "../../components/use-action";
import { useLoss } from "../../layout/leaving/use-loss";
import { documentPath } from "../content-address";
import { TextAreaField } from "../document/TextAreaField";
import { titleOf } from "../document-parts";

type Search = { readonly passage: string; readonly found: FoundPassage };

export function PassageSearch(): ReactNode {
  const [passage, setPassage] = useState("");
  const [search, setSearch] = useState<Search | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const finding = useAction();
  // What was found for other words arrived after these were typed.
  const found = search?.passage === passage ? search : null;
  const isTyped = passage.trim() !== "" && found === null;
  useLoss(isTyped ? "The words are not looked for yet" : null);
  const removing = useAction(isAsking);
  const find = () =>
    finding.run({
      request: () => findPassage(passage),
      onSuccess: (found) => setSearch({ passage, found }),
    });
  return (
    <section className={desk.section}>
      <h2>Words</h2>
      <ActionForm
        busy={finding.busy}
        result={finding.result}
        submitLabel="Find"
        weight="quiet"
        onSubmit={find}
      >
        <TextAreaField
          label="The words to remove"
          hint="For example a name or a sentence, as people read it. Capital letters and bold do not matter."
          value={passage}
          onChange={(value) => {
            setPassage(value);
            // What was found belongs to other words.
            setSearch(null);
          }}
        />
      </ActionForm>
      {found && <Found {...found} onRemove={() => setIsAsking(true)} />}
      <ActionNotice result={removing.result} />
      {isAsking && search && (
        <ConfirmDialog
          heading="Remove these words for good?"
          confirmLabel="Remove for good"
          isCautious
          open
          busy={removing.busy}
          onClose={() => setIsAsking(false)}
          onConfirm={() =>
            removing.run({
              request: () => removeContent({ passage: search.passage }),
              invalidates: [queryKeys.content],
              onSuccess: () => {
                setSearch(null);
                setPassage((typed) => (typed === search.passage ? "" : typed));
              },
              onSettled: () => setIsAsking(false),
              success: "Removed. The history says that something was removed, by you and when.",
            })
          }
        >
          <p>
            “[removed]” will stand in their place, in every draft, every earlier version and every
            note to colleagues. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

interface FoundProps {
  found: FoundPassage;
  onRemove: () => void;
}

function Found({ found: { places, notes, colleagueNotes }, onRemove }: FoundProps): ReactNode {
  const isShown = places.some((place) => place.isShown);
  return (
    <div className={desk.section} role="status">
      <ul className={desk.list}>
        {places.map((place) => (
          <li key={place.path}>
            <Place place={place} />
          </li>
        ))}
        {notes > 0 && <li>{counted(notes, "note", "notes")} in the history</li>}
        {colleagueNotes > 0 && (
          <li>{counted(colleagueNotes, "note to colleagues", "notes to colleagues")}</li>
        )}
      </ul>
      {isShown ? (
        <p>
          Visitors can still read these words. Please change the documents that are marked “on the
          site now”, publish, and search again.
        </p>
      ) : (
        <div className={desk.row}>
          <Button onClick={onRemove}>Remove for good…</Button>
        </div>
      )}
    </div>
  );
}

function Place({ place }: { place: PassagePlace }): ReactNode {
  const { path, title, excerpt, isShown, isDraft, revisions } = place;
  const name = titleOf({ path, title });
  const where = [
    isShown ? "on the site now" : null,
    isDraft ? "in a draft" : null,
    revisions > 0 ? `in ${counted(revisions, "version", "versions")} of the history` : null,
  ];
  return (
    <>
      <span className={desk.name}>
        {isShown || isDraft ? <Link href={documentPath(path)}>{name}</Link> : name}
      </span>
      <br />
      <span>“{excerpt}”</span>
      <br />
      <span className={desk.secondary}>{where.filter((part) => part !== null).join(", ")}</span>
    </>
  );
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
