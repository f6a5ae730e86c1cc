// The pictures of the history that the site no longer shows, each with a button that removes it for good.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { EarlierPicture } from "../../../generated/EarlierPicture";
import { earlierPictureUrl, removeContent } from "../../api/endpoints";
import { earlierPicturesQuery, queryKeys } from "../../api/queries";
import { formatDayAndTime } from "../../clinic-time";
import { ActionNotice } from "../../components/ActionNotice";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import desk from "../../components/desk.module.css";
import { LoadState } from "../../components/LoadState";
import { useAction } from "../../components/use-action";
import { titleOfPath } from "../document-parts";
import styles from "../pictures/Pictures.module.css";

export function EarlierPictures(): ReactNode {
  const query = useQuery(earlierPicturesQuery);
  const [asked, setAsked] = useState<EarlierPicture | null>(null);
  const { run, busy, result } = useAction(asked);
  return (
    <section className={desk.section}>
      <h2>Pictures</h2>
      <p>
        A picture that the site shows now is not in this list. Replace or delete it under Pictures
        and publish first.
      </p>
      <ActionNotice result={result} />
      <LoadState query={query} keepsInput>
        {({ pictures }) =>
          pictures.length === 0 ? (
            <p>The history has no other pictures.</p>
          ) : (
            <ul className={styles.list}>
              {pictures.map((picture) => (
                <li key={picture.hash + picture.path} className={styles.item}>
                  <img
                    className={styles.thumbnail}
                    src={earlierPictureUrl(picture.hash)}
                    alt=""
                    loading="lazy"
                  />
                  <div className={desk.section}>
                    <p>
                      <span className={desk.name}>{nameOf(picture)}</span>
                      <br />
                      <span className={desk.secondary}>
                        Last published {formatDayAndTime(picture.lastPublishedAt)}
                      </span>
                    </p>
                    <div className={desk.row}>
                      <button
                        type="button"
                        className={desk.textButton}
                        aria-label={`Remove ${nameOf(picture)} for good`}
                        onClick={() => setAsked(picture)}
                      >
                        Remove for good…
                      </button>
                    </div>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </LoadState>
      {asked && (
        <ConfirmDialog
          heading="Remove this picture for good?"
          confirmLabel="Remove for good"
          open
          busy={busy}
          onClose={() => setAsked(null)}
          onConfirm={() =>
            run({
              request: () => removeContent({ picture: asked.hash }),
              invalidates: [queryKeys.content],
              onSettled: () => setAsked(null),
              success: "Removed. The history says that a picture was removed, by you and when.",
            })
          }
        >
          <p>
            “{nameOf(asked)}” will be in no draft and no earlier version. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function nameOf({ description, path }: EarlierPicture): string {
  return description ?? titleOfPath(path, []);
}
