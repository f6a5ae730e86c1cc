// Uploads one picture: from a file, by drag and drop, or with the camera of a phone. Its description is required. Not a
// form element, so that it can be shown inside one.
import {
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import type { PictureSummary } from "../../../generated/PictureSummary";
import { Button } from "../../../ui/button/Button";
import { Field } from "../../../ui/field/Field";
import { pictureUrl, type SeenPicture, uploadPicture } from "../../api/endpoints";
import { queryKeys } from "../../api/queries";
import { ActionNotice } from "../../components/ActionNotice";
import desk from "../../components/desk.module.css";
import { useAction } from "../../components/use-action";
import { useLoss } from "../../layout/leaving/use-loss";
import { useDialogWords } from "../drafts/use-dialog-words";
import { WordsTypedEarlier } from "../unsaved/WordsTypedEarlier";
import { type ChangeResult, changePicture } from "./change-picture";
import { PictureConflictNotice } from "./PictureConflictNotice";
import styles from "./Pictures.module.css";
import { replaceInDocuments } from "./replace-in-documents";

interface PictureUploadProps {
  /** The picture to replace. Then the file can be left out, to change only the description. */
  replaced?: PictureSummary;
  /** `changed` are the documents that have a new draft, because they name the picture or have its description. */
  onDone: (picture: PictureSummary, changed: readonly string[]) => void;
  onCancel: () => void;
}

const MAX_BYTES = 12 * 1024 * 1024;
const MAX_DESCRIPTION = 300;

/** What the person began with, and what a colleague has saved since. */
type Conflict = { readonly before: SeenPicture; readonly now: SeenPicture };

export function PictureUpload(props: PictureUploadProps): ReactNode {
  const { onDone, onCancel, replaced: began } = props;
  // What the person has seen. The list around it is loaded again, and may then have what a colleague has saved.
  const [replaced, setReplaced] = useState<SeenPicture | undefined>(props.replaced);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const { words, isFound, isUnkept, change, suggest, forget } = useDialogWords(
    replaced ? "Change the picture" : "Upload a new picture",
    { description: replaced?.description ?? "" },
    replaced?.path,
  );
  const { description } = words;
  const [isChecked, setIsChecked] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const [sent, setSent] = useState(0);
  const { run, busy, isSending, result } = useAction();
  // The description is kept on the device, a file cannot be.
  useLoss(file === null ? null : "The picture is not uploaded", { lost: "the file", isSending });
  /** The file that the last answer is about. */
  const [sentFile, setSentFile] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const preview = useObjectUrl(file);

  const fileProblem = problemWith(file, replaced === undefined);
  const descriptionProblem =
    description.trim() === "" ? "Describe the picture in one sentence." : undefined;

  function send(): void {
    setIsChecked(true);
    if (fileProblem || descriptionProblem || busy) return;
    setSent(0);
    setSentFile(file);
    const picture = { file, description: description.trim(), onProgress: setSent };
    run({
      request: async () => {
        const isOther =
          replaced !== undefined && file !== null && hasOtherKind(replaced.path, file);
        const answer: ChangeResult =
          replaced && !isOther
            ? await changePicture(replaced, picture)
            : { kind: "saved", picture: await uploadPicture(picture) };
        if (answer.kind === "conflict") return { answer, changed: [] };
        const changed = began ? await replaceInDocuments(began, answer.picture) : [];
        forget();
        return { answer, changed };
      },
      invalidates: [queryKeys.content],
      onSuccess: finish,
    });
  }

  function finish({ answer, changed }: { answer: ChangeResult; changed: readonly string[] }): void {
    if (answer.kind === "saved") {
      onDone(answer.picture, changed);
      return;
    }
    const { now } = answer;
    if (replaced) setConflict({ before: replaced, now });
    // The next save is about what is shown now.
    setReplaced(now);
    // A field that the person has not changed has no words of theirs.
    if (replaced && description.trim() === (replaced.description ?? "")) {
      suggest({ description: now.description ?? "" });
    }
  }

  function sendOnEnter(event: KeyboardEvent): void {
    if (event.key !== "Enter") return;
    // Enter would send the form around this component.
    event.preventDefault();
    send();
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped && !busy) setFile(dropped);
  }

  const shown = preview ?? (replaced ? pictureUrl(replaced.path, replaced.version) : null);
  return (
    <div className={desk.section}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same. */}
      <div
        className={styles.dropZone}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        {shown && <img className={styles.large} src={shown} alt="" />}
        <Button weight="quiet" disabled={busy} onClick={() => input.current?.click()}>
          {file || replaced ? "Choose another file" : "Choose a file or take a photo"}
        </Button>
        {file && (
          <p className={desk.name}>
            {file.name}, {megabytes(file.size)}
          </p>
        )}
        <p className={desk.secondary}>
          {!file && <span className={desk.withMouse}>Or drag a picture here. </span>}
          JPEG, PNG, WebP or SVG, at most 12 MB.
        </p>
        {/* Without `capture`: a phone then offers both its photos and the camera. */}
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label="Picture file"
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
      </div>
      {conflict && (
        <PictureConflictNotice
          {...conflict}
          mine={description}
          hasFile={file !== null}
          maxLength={MAX_DESCRIPTION}
          onDescribe={(text) => change({ description: text })}
        />
      )}
      <p role="alert" className={styles.problem}>
        {(isChecked || file) && fileProblem}
      </p>
      <WordsTypedEarlier isFound={isFound} isUnkept={isUnkept} />
      {/* Somebody else may have saved it since those words were typed. */}
      {isFound && conflict === null && replaced?.description && (
        <p className={desk.secondary}>The description that is saved: “{replaced.description}”</p>
      )}
      <Field
        label="What the picture shows"
        hint="One sentence, for people who cannot see it."
        value={description}
        maxLength={MAX_DESCRIPTION}
        // A colleague's description may take the place of this one, which nobody has changed.
        readOnly={busy}
        error={isChecked ? descriptionProblem : undefined}
        onKeyDown={sendOnEnter}
        onChange={(event) => change({ description: event.target.value })}
      />
      {busy && <Progress sent={file ? sent : 1} />}
      <ActionNotice result={file === sentFile ? result : null} />
      <div className={desk.row}>
        <Button busy={busy} onClick={send}>
          {replaced ? "Save" : "Upload"}
        </Button>
        <Button
          weight="quiet"
          onClick={() => {
            forget();
            onCancel();
          }}
        >
          Cancel
        </Button>
      </div>
    </div>
  );
}

function Progress({ sent }: { sent: number }): ReactNode {
  const percent = Math.round(sent * 100);
  return (
    <div className={styles.progress}>
      <progress max={100} value={percent} aria-label="Upload" />
      <span role="status">
        {percent < 100 ? `Uploading: ${percent} %` : "The server prepares the picture..."}
      </span>
    </div>
  );
}

function problemWith(file: File | null, isNeeded: boolean): string | undefined {
  if (!file) return isNeeded ? "Choose a picture." : undefined;
  // The server would close the connection before it has read the whole file.
  if (file.size > MAX_BYTES) {
    return "This picture is larger than 12 MB. Save it in a smaller size.";
  }
  return undefined;
}

/** A drawing and a photo have different names, so the documents have to name the new one. Those of the game belong to its spots. */
function hasOtherKind(path: string, file: File): boolean {
  const isDrawing = (name: string) => name.toLowerCase().endsWith(".svg");
  return path.startsWith("pictures/") && isDrawing(path) !== isDrawing(file.name);
}

function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Shows a file before it is uploaded. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => {
      URL.revokeObjectURL(created);
      setUrl(null);
    };
  }, [file]);
  return url;
}
