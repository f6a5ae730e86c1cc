// One document: its keys as a form, its text in the editor, whether it is saved, and the preview.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ButtonLink } from "../../../ui/button/Button";
import { Link } from "../../../ui/link/Link";
import { Notice } from "../../../ui/notice/Notice";
import { isRejected } from "../../api/api-error";
import { contentQuery } from "../../api/queries";
import desk from "../../components/desk.module.css";
import { LoadState } from "../../components/LoadState";
import { useScreenTitle } from "../../layout/page-title";
import { CONTENT_PATH, documentHistoryPath, PICTURES_PATH } from "../content-address";
import { groupsOf, titleOf } from "../document-parts";
import { DocumentNotes } from "../notes/DocumentNotes";
import { OpenElsewhere } from "../presence/OpenElsewhere";
import { KeptWords } from "../unsaved/SaveKeptDrafts";
import { UnshownDrafts } from "../unsaved/UnshownDrafts";
import { DeletedElsewhere } from "./DeletedElsewhere";
import { DocumentActions } from "./DocumentActions";
import { DocumentEditor } from "./DocumentEditor";
import { useOpenedDocument } from "./use-opened-document";

interface DocumentScreenProps {
  path: string;
  /** The part of a document that is listed in several parts. */
  part: string | null;
}

export function DocumentScreen({ path, part }: DocumentScreenProps): ReactNode {
  const { query, opened, latest, reload } = useOpenedDocument(path, true);
  const list = useQuery(contentQuery);
  const summary = list.data?.documents.find((document) => document.path === path);
  const title = titleOf({ path, title: summary?.title ?? null }, part);
  useScreenTitle(title);
  return (
    <div className={desk.section}>
      <p>
        <Link href={CONTENT_PATH}>All content</Link>
      </p>
      <h1 tabIndex={-1}>{title}</h1>
      <DocumentNotes key={path} path={path} />
      <OpenElsewhere key={`${path} ${part}`} path={path} part={part} />
      {opened === null ? (
        <>
          {query.isError && isRejected(query.error) ? (
            <UnshownDrafts path={path} version={null} onMade={reload} />
          ) : (
            <KeptWords path={path} />
          )}
          <LoadState query={query}>{() => null}</LoadState>
        </>
      ) : opened.state === "deleted" ? (
        <>
          <Notice heading="Will be deleted">
            <p>This document is taken off the site with the next publication.</p>
          </Notice>
          {latest && <DeletedElsewhere opened={opened} latest={latest} onShow={reload} />}
          <UnshownDrafts path={path} version={opened.version} onMade={reload} />
          <DocumentActions
            document={opened}
            documents={list.data?.documents ?? []}
            state="deleted"
            version={opened.version}
            onDiscarded={reload}
          />
        </>
      ) : opened.text === null && opened.kind !== "picture" ? (
        <>
          <Notice heading="There is no such document">
            <p>It was deleted, or discarded before it was published.</p>
            <p>If visitors could read it before, its history can bring it back.</p>
          </Notice>
          <p>
            <ButtonLink weight="quiet" href={documentHistoryPath(path)}>
              History
            </ButtonLink>
          </p>
          <UnshownDrafts path={path} version={opened.version} onMade={reload} />
        </>
      ) : opened.text === null ? (
        <Notice heading="This document has no text to edit">
          <p>
            It is a picture: see <Link href={PICTURES_PATH}>Pictures</Link>.
          </p>
        </Notice>
      ) : (
        <DocumentEditor
          key={opened.version}
          document={opened}
          text={opened.text}
          latest={latest}
          documents={list.data?.documents ?? []}
          onReload={reload}
          listProblems={(list.data?.problems ?? []).filter(({ file }) => file === path)}
          groups={groupsOf(path, part)}
        />
      )}
    </div>
  );
}
