// A field for a picture of the site: shows the chosen one, and opens the picker.

import { type ReactNode, useId, useState } from "react";
import { Button } from "../../../ui/button/Button";
import { Link } from "../../../ui/link/Link";
import { DeskDialog } from "../../components/DeskDialog";
import desk from "../../components/desk.module.css";
import { framingPath } from "../content-address";
import { useTitles } from "../use-titles";
import { PicturePicker } from "./PicturePicker";
import styles from "./Pictures.module.css";
import { usePictureUrl } from "./picture-address";

interface PictureFieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** The folder of the content that has the pictures. */
  folder: string;
  /** The file name. Empty when none is chosen. */
  name: string;
  isRequired: boolean;
  onChange: (name: string) => void;
}

export function PictureField({
  label,
  hint,
  error,
  folder,
  name,
  isRequired,
  onChange,
}: PictureFieldProps): ReactNode {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isUploading, setIsUploading] = useState(false);
  const id = useId();
  const path = `${folder}/${name}`;
  const url = usePictureUrl(name === "" ? null : path);
  const titleOf = useTitles(name === "" ? [] : [path]);
  function close(): void {
    setChosen(null);
    setIsUploading(false);
  }
  return (
    <fieldset className={styles.field} aria-describedby={`${id}hint ${id}error`}>
      <legend className={desk.name}>{label}</legend>
      {hint && (
        <p id={`${id}hint`} className={desk.secondary}>
          {hint}
        </p>
      )}
      {name !== "" && <img key={name} className={styles.large} src={url} alt={titleOf(path)} />}
      <div className={desk.row}>
        <Button weight="quiet" onClick={() => setChosen(name)}>
          {name === "" ? "Choose a picture" : "Choose another picture"}
        </Button>
        {!isRequired && name !== "" && (
          <Button weight="quiet" onClick={() => onChange("")}>
            No picture
          </Button>
        )}
        {folder === "pictures" && name !== "" && (
          <Link href={framingPath(path)} className={desk.textButton}>
            Choose what is shown
          </Link>
        )}
      </div>
      <p id={`${id}error`} className={styles.problem}>
        {error}
      </p>
      {chosen !== null && (
        <DeskDialog heading="Choose a picture" open onClose={close}>
          <div className={desk.section}>
            <PicturePicker
              folder={folder}
              value={chosen}
              onChange={setChosen}
              onUploading={setIsUploading}
            />
            {!isUploading && (
              <div className={desk.row}>
                <Button
                  disabled={chosen === ""}
                  onClick={() => {
                    onChange(chosen);
                    setChosen(null);
                  }}
                >
                  Use this picture
                </Button>
                <Button weight="quiet" onClick={close}>
                  Cancel
                </Button>
              </div>
            )}
          </div>
        </DeskDialog>
      )}
    </fieldset>
  );
}
