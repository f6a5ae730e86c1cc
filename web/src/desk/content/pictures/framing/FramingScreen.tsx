// What the site shows of one picture: a part of it, and the point that stays visible where a page cuts it further. The file itself
// is never changed.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearch } from "wouter";
import type { PictureConflict } from "../../../../generated/PictureConflict";
import type { PictureSummary } from "../../../../generated/PictureSummary";
import { Button } from "../../../../ui/button/Button";
import { Link } from "../../../../ui/link/Link";
import { Notice } from "../../../../ui/notice/Notice";
import { pictureUrl } from "../../../api/endpoints";
import { picturesQuery, queryKeys } from "../../../api/queries";
import { ActionNotice } from "../../../components/ActionNotice";
import desk from "../../../components/desk.module.css";
import { LoadState } from "../../../components/LoadState";
import { useAction } from "../../../components/use-action";
import { useLoss } from "../../../layout/leaving/use-loss";
import { useScreenTitle } from "../../../layout/page-title";
import { CONTENT_PATH, pictureListPath } from "../../content-address";
import { StatusBar } from "../../document/StatusBar";
import { titleOfPath } from "../../document-parts";
import styles from "./Framing.module.css";
import { FramingPreviews } from "./FramingPreviews";
import { FramingStage } from "./FramingStage";
import {
  adviceAbout,
  cropOf,
  isSameFraming,
  pointOf,
  UNFRAMED,
  withCrop,
  withPoint,
} from "./framing-geometry";
import { PercentField } from "./PercentField";
import { saveFraming } from "./save-framing";

const SAVED = {
  tone: "success",
  message: "Saved as a draft. Visitors see it after it is published.",
} as const;

const HEADING = "What is shown of the picture";

export function FramingScreen(): ReactNode {
  const path = new URLSearchParams(useSearch()).get("of") ?? "";
  const query = useQuery(picturesQuery);
  useScreenTitle(HEADING);
  return (
    <div className={desk.section}>
      <p>
        <Link href={pictureListPath(path)}>All pictures</Link>
      </p>
      <h1 tabIndex={-1}>{HEADING}</h1>
      <LoadState query={query} keepsInput>
        {(pictures) => {
          const picture = pictures.find((it) => it.path === path);
          return picture ? (
            <FramingForm key={path} listed={picture} />
          ) : (
            <p>There is no such picture. Somebody may have deleted it.</p>
          );
        }}
      </LoadState>
    </div>
  );
}

/** `listed` may be what a colleague has saved since. */
function FramingForm({ listed }: { listed: PictureSummary }): ReactNode {
  const [seen, setSeen] = useState(listed);
  const [framing, setFraming] = useState(seen.framing);
  const [conflict, setConflict] = useState<PictureConflict | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const { run, busy, isSending, result } = useAction();
  const isChanged = !isSameFraming(framing, seen.framing);
  const isReplaced = listed.version !== seen.version;
  // Nothing of the person's own is on the screen, so it shows what there is now.
  if (!isChanged && !busy && conflict === null && listed !== seen && isNewer(listed, seen)) {
    setSeen(listed);
    setFraming(listed.framing);
  }
  useLoss(isChanged ? "What is shown of the picture is not saved" : null, {
    lost: "your choice",
    isSending,
  });
  const { path, version } = seen;
  const isDrawing = path.toLowerCase().endsWith(".svg");
  const src = pictureUrl(path, version);
  const crop = cropOf(framing);
  const point = pointOf(framing);
  const advice = isDrawing ? null : adviceAbout(framing, seen);

  function save(base: PictureSummary): void {
    run({
      request: () => saveFraming(base, framing),
      invalidates: [queryKeys.content],
      onSuccess: (answer) => {
        if (answer.kind === "conflict") {
          setConflict(answer.now);
          return;
        }
        setConflict(null);
        setIsSaved(true);
        setSeen(answer.picture);
        setFraming(answer.picture.framing);
      },
    });
  }

  function startAgain(): void {
    setSeen(listed);
    setFraming(listed.framing);
    setConflict(null);
  }

  return (
    <>
      <p>
        <span className={desk.name}>{seen.description ?? titleOfPath(path, [])}</span>
        <br />
        <span className={desk.secondary}>
          {seen.width} × {seen.height} pixels. The file stays as it is, so you can change this at
          any time. It is saved only when you press “Save”.
        </span>
      </p>
      <StatusBar
        tone={isChanged ? "working" : "saved"}
        message={busy ? "Saving..." : isChanged ? "Not saved yet." : "Everything is saved."}
      >
        <Button
          busy={busy}
          disabled={!isChanged || (conflict !== null && conflict.version !== seen.version)}
          onClick={() => save(conflict ? { ...seen, ...conflict } : seen)}
        >
          Save
        </Button>
      </StatusBar>
      <div className={styles.layout}>
        <FramingStage
          src={src}
          picture={seen}
          framing={framing}
          mayCrop={!isDrawing}
          onChange={(next) => {
            if (!busy) setFraming(next);
          }}
        />
        <FramingPreviews src={src} picture={seen} framing={framing} isDrawing={isDrawing} />
        <div className={desk.section}>
          <div className={desk.row}>
            {!isDrawing && (
              <Button
                weight="quiet"
                disabled={busy || framing.crop === null}
                onClick={() => setFraming({ ...framing, crop: null })}
              >
                Show the whole picture
              </Button>
            )}
            <Button
              weight="quiet"
              disabled={busy || framing.focalPoint === null}
              onClick={() => setFraming({ ...framing, focalPoint: null })}
            >
              Remove the point
            </Button>
            <Button
              weight="quiet"
              disabled={busy || isSameFraming(framing, UNFRAMED)}
              onClick={() => setFraming(UNFRAMED)}
            >
              Reset both
            </Button>
          </div>
          <details>
            <summary className={desk.textButton}>Set it with numbers</summary>
            {!isDrawing && (
              <fieldset className={styles.numbers}>
                <legend className={desk.name}>Part that is shown, in percent of the picture</legend>
                <PercentField
                  label="From the left"
                  value={crop.left}
                  onChange={(left) => setFraming(withCrop(framing, { ...crop, left }))}
                />
                <PercentField
                  label="From the top"
                  value={crop.top}
                  onChange={(top) => setFraming(withCrop(framing, { ...crop, top }))}
                />
                <PercentField
                  label="Width"
                  min={5}
                  value={crop.width}
                  onChange={(width) => setFraming(withCrop(framing, { ...crop, width }))}
                />
                <PercentField
                  label="Height"
                  min={5}
                  value={crop.height}
                  onChange={(height) => setFraming(withCrop(framing, { ...crop, height }))}
                />
              </fieldset>
            )}
            <fieldset className={styles.numbers}>
              <legend className={desk.name}>Point, in percent of the picture</legend>
              <PercentField
                label="Point from the left"
                value={point.left}
                onChange={(left) => setFraming(withPoint(framing, { ...point, left }))}
              />
              <PercentField
                label="Point from the top"
                value={point.top}
                onChange={(top) => setFraming(withPoint(framing, { ...point, top }))}
              />
            </fieldset>
          </details>
          <p role="status">{advice}</p>
          {conflict && (
            <Notice tone="alarm" live heading="Somebody else has changed this picture">
              {conflict.version !== seen.version ? (
                <>
                  <p>
                    Another picture was saved in its place, so a part of the old one does not fit.
                    Nothing of yours was saved.
                  </p>
                  <Button weight="quiet" disabled={!isReplaced} onClick={startAgain}>
                    Show the new picture
                  </Button>
                </>
              ) : (
                <>
                  <p>
                    Another part or point was saved while you chose yours. Nothing of yours was
                    saved yet. “Save” now puts yours in its place.
                  </p>
                  <Button
                    weight="quiet"
                    onClick={() => {
                      setSeen({ ...seen, ...conflict });
                      setFraming(conflict.framing);
                      setConflict(null);
                    }}
                  >
                    Take theirs
                  </Button>
                </>
              )}
            </Notice>
          )}
          <ActionNotice result={isSaved && !isChanged ? SAVED : result} />
          {isChanged && (
            <div className={desk.row}>
              <Button weight="quiet" disabled={busy} onClick={() => setFraming(seen.framing)}>
                Back to what is saved
              </Button>
            </div>
          )}
          <p>
            <Link href={CONTENT_PATH}>Go to all content to publish</Link>
          </p>
        </div>
      </div>
    </>
  );
}

function isNewer(listed: PictureSummary, seen: PictureSummary): boolean {
  return listed.version !== seen.version || !isSameFraming(listed.framing, seen.framing);
}
