// Chooses one of the site's pictures by its thumbnail, or uploads a new one. Can be part of any form.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import type { PictureSummary } from "../../../generated/PictureSummary";
import { Button } from "../../../ui/button/Button";
import { pictureUrl } from "../../api/endpoints";
import { contentQuery, picturesQuery } from "../../api/queries";
import desk from "../../components/desk.module.css";
import { LoadState } from "../../components/LoadState";
import { useMe } from "../../sign-in/SessionProvider";
import { titleOfPath } from "../document-parts";
import styles from "./Pictures.module.css";
import { PictureUpload } from "./PictureUpload";

interface PicturePickerProps {
  /** The folder of the content that has the pictures. New ones are uploaded into the default. */
  folder?: string;
  /** The file name as documents write it, such as `lens.webp`. Empty when none is chosen. */
  value: string;
  error?: string | undefined;
  /** Gets the picture's own description as well. */
  onChange: (name: string, description: string | null) => void;
  /** An upload has fields and buttons of its own, which take the place of those around the picker. */
  onUploading?: (isUploading: boolean) => void;
}

const UPLOADS = "pictures";

export function PicturePicker({
  folder = UPLOADS,
  value,
  error,
  onChange,
  onUploading,
}: PicturePickerProps): ReactNode {
  const query = useQuery(picturesQuery);
  // What was uploaded and is not published yet: one's own first, and the newest.
  const { data: list } = useQuery(contentQuery);
  const me = useMe();
  const [isUploading, setIsUploadingHere] = useState(false);
  const id = useId();
  // What was chosen before, or uploaded here: it stays first while somebody chooses another one.
  const [first, setFirst] = useState(value);

  function setIsUploading(isNow: boolean): void {
    setIsUploadingHere(isNow);
    onUploading?.(isNow);
  }

  const nameIn = (path: string) => path.slice(folder.length + 1);
  const draftOf = ({ path }: PictureSummary) =>
    list?.documents.find((draft) => draft.path === path && draft.state !== "published");
  const rank = (picture: PictureSummary) => {
    if (nameIn(picture.path) === first) return 0;
    const draft = draftOf(picture);
    return draft === undefined ? 3 : draft.savedBy === me.name ? 1 : 2;
  };
  const savedAt = (picture: PictureSummary) => Date.parse(draftOf(picture)?.savedAt ?? "") || 0;
  const choose = ({ path, description }: PictureSummary) => onChange(nameIn(path), description);

  if (isUploading) {
    return (
      <PictureUpload
        onDone={(picture) => {
          setIsUploading(false);
          setFirst(nameIn(picture.path));
          choose(picture);
        }}
        onCancel={() => setIsUploading(false)}
      />
    );
  }
  return (
    <>
      {folder === UPLOADS && (
        <div className={desk.row}>
          <Button weight="quiet" onClick={() => setIsUploading(true)}>
            Upload a new picture
          </Button>
        </div>
      )}
      <LoadState query={query} keepsInput>
        {(pictures) => (
          <fieldset className={styles.choices} aria-describedby={`${id}error`}>
            <legend className={desk.name}>Picture</legend>
            {pictures
              .filter(({ path }) => path.startsWith(`${folder}/`))
              .sort((one, other) => rank(one) - rank(other) || savedAt(other) - savedAt(one))
              .map((picture) => {
                const name = nameIn(picture.path);
                return (
                  <label key={name} className={styles.choice}>
                    <input
                      type="radio"
                      name={id}
                      checked={name === value}
                      onChange={() => choose(picture)}
                    />
                    <img
                      className={styles.thumbnail}
                      src={pictureUrl(picture.path, picture.version)}
                      alt=""
                      loading="lazy"
                    />
                    <span>{picture.description ?? titleOfPath(picture.path, [])}</span>
                  </label>
                );
              })}
          </fieldset>
        )}
      </LoadState>
      <p id={`${id}error`} role="alert" className={styles.problem}>
        {error}
      </p>
    </>
  );
}
