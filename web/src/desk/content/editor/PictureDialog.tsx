// Chooses a picture for the text. Its description is required: it is read to people who cannot see the picture.

import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../../../ui/button/Button";
import { Field } from "../../../ui/field/Field";
import { DeskDialog } from "../../components/DeskDialog";
import desk from "../../components/desk.module.css";
import { PicturePicker } from "../pictures/PicturePicker";

interface PictureDialogProps {
  /** The picture that is selected in the text. */
  selected: { src: string; alt: string } | null;
  onSave: (src: string, alt: string) => void;
  onClose: () => void;
}

export function PictureDialog({ selected, onSave, onClose }: PictureDialogProps): ReactNode {
  const [src, setSrc] = useState(selected?.src ?? "");
  const [alt, setAlt] = useState(selected?.alt ?? "");
  /** The description came with the picture, so another picture replaces it. */
  const [isSuggested, setIsSuggested] = useState(selected === null);
  const [isUploading, setIsUploading] = useState(false);
  const [isChecked, setIsChecked] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (src !== "" && alt.trim() !== "") onSave(src, alt.trim());
  }

  return (
    <DeskDialog heading={selected ? "Change the picture" : "Add a picture"} open onClose={onClose}>
      <form className={desk.section} onSubmit={submit} noValidate>
        <PicturePicker
          value={src}
          error={isChecked && src === "" ? "Choose a picture." : undefined}
          onChange={(name, description) => {
            setSrc(name);
            if (isSuggested) setAlt(description ?? "");
          }}
          onUploading={setIsUploading}
        />
        {!isUploading && (
          <>
            <Field
              label="Description"
              hint="What the picture shows, in one sentence, for people who cannot see it."
              value={alt}
              required
              error={
                isChecked && alt.trim() === "" ? "Describe the picture in one sentence." : undefined
              }
              onChange={(event) => {
                setAlt(event.target.value);
                setIsSuggested(event.target.value === "");
              }}
            />
            <div className={desk.row}>
              <Button type="submit">{selected ? "Save picture" : "Add picture"}</Button>
              <Button weight="quiet" onClick={onClose}>
                Cancel
              </Button>
            </div>
          </>
        )}
      </form>
    </DeskDialog>
  );
}
