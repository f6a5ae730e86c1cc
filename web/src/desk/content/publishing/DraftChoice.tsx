// The drafts, each with its author, its changes and a box.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ContentChecks } from "../../../generated/ContentChecks";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { Notice } from "../../../ui/notice/Notice";
import { draftChangesQuery } from "../../api/queries";
import { formatAppearance, formatDayAndTime } from "../../clinic-time";
import desk from "../../components/desk.module.css";
import { LoadState } from "../../components/LoadState";
import { useMe } from "../../sign-in/SessionProvider";
import { ChangedDocument } from "../comparison/ChangedDocument";
import { DraftPicture } from "../comparison/ChangedPicture";
import { type ChangeGroup, groupChanges } from "../comparison/change-groups";
import { changedParts } from "../comparison/changed-parts";
import { type DefinedChange, GroupedChange, titleOfGroup } from "../comparison/GroupedChange";
import { CLINIC_FILE } from "../document-parts";
import { joinNames } from "../join-names";
import { countDocuments } from "../list/count-documents";
import { useTitles } from "../use-titles";

type Draft = ContentChecks["allDrafts"][number];

interface DraftChoiceProps {
  checks: ContentChecks;
  /** Null as long as the choice is the server's. */
  chosen: readonly string[] | null;
  documents: readonly DocumentSummary[];
  /** The texts that tell which drafts are one step. */
  texts: readonly DefinedChange[];
  /** The checks are those of the choice before. */
  isChecking: boolean;
  onChoose: (paths: readonly string[], isChosen: boolean) => void;
}

export function DraftChoice(props: DraftChoiceProps): ReactNode {
  const { checks, chosen, documents, texts, isChecking, onChoose } = props;
  const { drafts, allDrafts } = checks;
  const titleOf = useTitles(allDrafts.map(({ path }) => path));
  const isPublished = (path: string) => drafts.some((draft) => draft.path === path);
  const isChosen = (path: string) => chosen?.includes(path) ?? isPublished(path);
  // What undoes a newer text is shown by itself.
  const isOutdated = (path: string) =>
    allDrafts.some((draft) => draft.path === path && (draft.isOutdated || draft.isLeftOut));
  const groups = groupChanges(texts).filter(({ paths }) => !paths.some(isOutdated));
  const grouped = groups.flatMap(({ paths }) => paths);
  return (
    <fieldset className={desk.choices}>
      <legend>Visitors will see the ticked changes within two seconds:</legend>
      {groups.map((group) => (
        <GroupRow
          key={titleOfGroup(group)}
          group={group}
          drafts={allDrafts.filter(({ path }) => group.paths.includes(path))}
          changes={texts}
          chosen={group.paths.filter(isChosen)}
          onChoose={(isNow) => onChoose(group.paths, isNow)}
        />
      ))}
      {allDrafts
        .filter(({ path }) => !grouped.includes(path))
        .map((draft) => (
          <DraftRow
            key={draft.path}
            draft={draft}
            title={titleOf(draft.path)}
            text={texts.find(({ path }) => path === draft.path) ?? null}
            appearsOn={documents.find(({ path }) => path === draft.path)?.appearsOn ?? null}
            isChosen={isChosen(draft.path)}
            isNeeded={isPublished(draft.path) && chosen !== null && !chosen.includes(draft.path)}
            onChoose={(isNow) => onChoose([draft.path], isNow)}
          />
        ))}
      <p role="status">
        {isChecking
          ? "Checking what you have ticked..."
          : drafts.length === 0
            ? allDrafts.length === 0
              ? "Everything is published."
              : "Tick the changes above that visitors shall see."
            : `Will be published: ${countDocuments(drafts.map(({ path }) => path))}.`}
      </p>
    </fieldset>
  );
}

/** "Ngozi and you" */
const namesOf = (authors: readonly string[], me: string) =>
  joinNames(authors.map((author) => (author === me ? "you" : author)));

interface GroupRowProps {
  group: ChangeGroup;
  drafts: readonly Draft[];
  changes: readonly DefinedChange[];
  /** Those of its documents that are ticked. */
  chosen: readonly string[];
  onChoose: (isChosen: boolean) => void;
}

/** One step that changed several documents: they are ticked together. */
function GroupRow({ group, drafts, changes, chosen, onChoose }: GroupRowProps): ReactNode {
  const me = useMe();
  const [isOpen, setIsOpen] = useState(false);
  const title = titleOfGroup(group);
  const isPartly = chosen.length > 0 && chosen.length < group.paths.length;
  const authors = [...new Set(drafts.flatMap((draft) => draft.authors))];
  const savedAt =
    drafts
      .map((draft) => draft.savedAt)
      .sort()
      .at(-1) ?? "";
  return (
    <div>
      <label className={desk.checkbox}>
        <input
          type="checkbox"
          ref={(box) => {
            if (box) box.indeterminate = isPartly;
          }}
          checked={chosen.length === group.paths.length}
          onChange={(event) => onChoose(event.target.checked)}
        />
        <span>
          <span className={desk.name}>{title}</span>
          <br />
          <span className={desk.secondary}>
            by {namesOf(authors, me.name)}, {formatDayAndTime(savedAt)}:{" "}
            {countDocuments(group.paths)}
            {isPartly && ", not all of them are ticked"}
          </span>
        </span>
      </label>
      <ChangesButton isOpen={isOpen} title={title} onToggle={() => setIsOpen(!isOpen)} />
      {isOpen && <GroupedChange group={group} changes={changes} />}
    </div>
  );
}

interface ChangesButtonProps {
  isOpen: boolean;
  title: string;
  onToggle: () => void;
}

function ChangesButton({ isOpen, title, onToggle }: ChangesButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={desk.textButton}
      aria-expanded={isOpen}
      aria-label={`${isOpen ? "Hide" : "Show"} the changes of ${title}`}
      onClick={onToggle}
    >
      {isOpen ? "Hide the changes" : "Show the changes"}
    </button>
  );
}

interface DraftRowProps {
  draft: Draft;
  title: string;
  /** Null when it was not needed for this list. */
  text: DefinedChange | null;
  /** The day on which visitors see it. Null for now. */
  appearsOn: string | null;
  isChosen: boolean;
  /** It goes with a document that uses it. */
  isNeeded: boolean;
  onChoose: (isChosen: boolean) => void;
}

function DraftRow(props: DraftRowProps): ReactNode {
  const { draft, title, text, appearsOn, isChosen, isNeeded, onChoose } = props;
  const { path, authors, savedAt, isNew, isDeletion, isOutdated, isLeftOut } = draft;
  const me = useMe();
  // Null until the person decides: what a draft of an older text undoes is shown at once.
  const [isOpenByHand, setIsOpen] = useState<boolean | null>(null);
  const isOpen = isOpenByHand ?? isOutdated;
  return (
    <div>
      <label className={desk.checkbox}>
        <input
          type="checkbox"
          checked={isChosen || isNeeded}
          disabled={isNeeded}
          onChange={(event) => onChoose(event.target.checked)}
        />
        <span>
          <span className={desk.name}>
            {title}
            {isDeletion ? " (will be deleted)" : isNew && " (new)"}
            {appearsOn && `, on the site ${formatAppearance(appearsOn, Date.now())}`}
          </span>
          <br />
          <span className={desk.secondary}>
            by {namesOf(authors, me.name)}, {formatDayAndTime(savedAt)}
            {isNeeded && ", used by a ticked document"}
            {path === CLINIC_FILE && text && <Parts change={text} />}
          </span>
        </span>
      </label>
      {isOutdated && <Outdated path={path} isDeletion={isDeletion} isLeftOut={isLeftOut} />}
      <ChangesButton isOpen={isOpen} title={title} onToggle={() => setIsOpen(!isOpen)} />
      {isOpen && <Changes path={path} isNew={isNew} isDeletion={isDeletion} />}
    </div>
  );
}

/** It is one document, so its parts cannot be published apart. */
function Parts({ change }: { change: DefinedChange }): ReactNode {
  const { path, definition, before, after } = change;
  const parts = changedParts(path, definition, before, after);
  if (parts.length === 0) return null;
  return (
    <>
      <br />
      Changed: {parts.join(", ")}.
      {parts.length > 1 && " They are published together, whoever changed them."}
    </>
  );
}

type OutdatedProps = Pick<DraftRowProps["draft"], "path" | "isDeletion" | "isLeftOut">;

function Outdated({ path, isDeletion, isLeftOut }: OutdatedProps): ReactNode {
  const isPicture = !/\.(md|toml)$/.test(path);
  const change = isDeletion ? "deletes" : "replaces";
  return (
    <Notice
      tone="alarm"
      heading={`This draft was begun on an older ${isPicture ? "picture" : "text"}`}
    >
      {isPicture ? (
        <p>
          Another picture was published since, for example by a restore. Publishing this draft{" "}
          {change} the picture that is on the site now.
        </p>
      ) : (
        <p>
          Another one was published since, and publishing this draft undoes it. What is crossed out
          below is on the site now, and would be gone.
        </p>
      )}
      {isLeftOut && (
        <p>
          A ticked document uses it.{" "}
          {path.startsWith("game/")
            ? "The drawing of a level and its spots are only published together, so nothing is published as long as this is not ticked."
            : "As long as this is not ticked, that document is published with what is on the site now."}
        </p>
      )}
    </Notice>
  );
}

type ChangesProps = Pick<Draft, "path" | "isNew" | "isDeletion">;

function Changes({ path, isNew, isDeletion }: ChangesProps): ReactNode {
  const query = useQuery(draftChangesQuery(path));
  return (
    <LoadState query={query}>
      {({ text, published, kind, definition }) =>
        kind === "picture" ? (
          <DraftPicture path={path} isNew={isNew} isDeletion={isDeletion} />
        ) : (
          <ChangedDocument path={path} definition={definition} before={published} after={text} />
        )
      }
    </LoadState>
  );
}
