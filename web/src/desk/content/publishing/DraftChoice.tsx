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
import { countDocuments } from "../list/count-documents";
import { useTitles } from "../use-titles";

interface DraftChoiceProps {
  checks: ContentChecks;
  /** Null as long as the choice is the server's. */
  chosen: readonly string[] | null;
  documents: readonly DocumentSummary[];
  onChoose: (path: string, isChosen: boolean) => void;
}

export function DraftChoice({ checks, chosen, documents, onChoose }: DraftChoiceProps): ReactNode {
  const { drafts, allDrafts } = checks;
  const titleOf = useTitles(allDrafts.map(({ path }) => path));
  const isPublished = (path: string) => drafts.some((draft) => draft.path === path);
  return (
    <fieldset className={desk.choices}>
      <legend>Visitors will see the ticked changes within two seconds:</legend>
      {allDrafts.map((draft) => (
        <DraftRow
          key={draft.path}
          draft={draft}
          title={titleOf(draft.path)}
          appearsOn={documents.find(({ path }) => path === draft.path)?.appearsOn ?? null}
          isChosen={chosen?.includes(draft.path) ?? isPublished(draft.path)}
          isNeeded={isPublished(draft.path) && chosen !== null && !chosen.includes(draft.path)}
          onChoose={(isChosen) => onChoose(draft.path, isChosen)}
        />
      ))}
      <p role="status">
        {drafts.length === 0
          ? "Nothing is ticked."
          : `Ticked: ${countDocuments(drafts.map(({ path }) => path))}.`}
      </p>
    </fieldset>
  );
}

interface DraftRowProps {
  draft: ContentChecks["allDrafts"][number];
  title: string;
  /** The day on which visitors see it. Null for now. */
  appearsOn: string | null;
  isChosen: boolean;
  /** It goes with a document that uses it. */
  isNeeded: boolean;
  onChoose: (isChosen: boolean) => void;
}

function DraftRow(props: DraftRowProps): ReactNode {
  const { draft, title, appearsOn, isChosen, isNeeded, onChoose } = props;
  const { path, savedBy, savedAt, isNew, isDeletion, isOutdated, isLeftOut } = draft;
  const me = useMe();
  // Null until the person decides: what a draft of an older text undoes is shown at once.
  const [isOpenByHand, setIsOpen] = useState<boolean | null>(null);
  const isOpen = isOpenByHand ?? isOutdated;
  const by = savedBy === me.name ? "you" : savedBy;
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
            by {by}, {formatDayAndTime(savedAt)}
            {isNeeded && ", used by a ticked document"}
          </span>
        </span>
      </label>
      {isOutdated && <Outdated path={path} isDeletion={isDeletion} isLeftOut={isLeftOut} />}
      <button
        type="button"
        className={desk.textButton}
        aria-expanded={isOpen}
        aria-label={`${isOpen ? "Hide" : "Show"} the changes of ${title}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? "Hide the changes" : "Show the changes"}
      </button>
      {isOpen && <Changes path={path} />}
    </div>
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

function Changes({ path }: { path: string }): ReactNode {
  const query = useQuery(draftChangesQuery(path));
  return (
    <LoadState query={query}>
      {({ text, published, kind, definition }) =>
        kind === "picture" ? (
          <p className={desk.secondary}>A picture.</p>
        ) : (
          <ChangedDocument path={path} definition={definition} before={published} after={text} />
        )
      }
    </LoadState>
  );
}
