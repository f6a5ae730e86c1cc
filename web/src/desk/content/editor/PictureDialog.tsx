// Chooses a picture for the text. Its description is required: it is read to people who cannot see the picture.

import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../../../ui/button/Button";
import { Field } from "../../../ui/field/Field";
import { DeskDialog } from "../../components/DeskDialog";
import desk from "../../components/desk.module.css";
import { useDialogWords } from "../drafts/use-dialog-words";
import { PicturePicker } from "../pictures/PicturePicker";
import { WordsTypedEarlier } from "../unsaved/WordsTypedEarlier";

interface PictureDialogProps {
  /** The picture that is selected in the text. */
  selected: { src: string; alt: string } | null;
  onSave: (src: string, alt: string) => void;
  onClose: () => void;
}

export function PictureDialog({ selected, onSave, onClose }: PictureDialogProps): ReactNode {
  const [src, setSrc] = useState(selected?.src ?? "");
  const heading = selected ? "Change the picture" : "Add a picture";
  const { words, isFound, isUnkept, change, suggest, forget } = useDialogWords(
    heading,
    { alt: selected?.alt ?? "" },
    selected?.src,
  );
  const { alt } = words;
  /** The description came with the picture, so another picture replaces it. */
  const [isSuggested, setIsSuggested] = useState(selected === null && !isFound);
  const [isUploading, setIsUploading] = useState(false);
  const [isChecked, setIsChecked] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (src === "" || alt.trim() === "") return;
    forget();
    onSave(src, alt.trim());
  }

  return (
    <DeskDialog heading={heading} open onClose={onClose}>
      <form className={desk.section} onSubmit={submit} noValidate>
        <PicturePicker
          value={src}
          error={isChecked && src === "" ? "Choose a picture." : undefined}
          onChange={(name, description) => {
            setSrc(name);
            if (isSuggested) suggest({ alt: description ?? "" });
          }}
          onUploading={setIsUploading}
        />
        {!isUploading && (
          <>
            <WordsTypedEarlier isFound={isFound} isUnkept={isUnkept} />
            <Field
              label="Description"
              hint="What the picture shows, in one sentence, for people who cannot see it."
              value={alt}
              required
              error={
                isChecked && alt.trim() === "" ? "Describe the picture in one sentence." : undefined
              }
              onChange={(event) => {
                change({ alt: event.target.value });
                setIsSuggested(event.target.value === "");
              }}
            />
            <div className={desk.row}>
              <Button type="submit">{selected ? "Save picture" : "Add picture"}</Button>
              <Button
                weight="quiet"
                onClick={() => {
                  forget();
                  onClose();
                }}
              >
                Cancel
              </Button>
            </div>
          </>
        )}
      </form>
    </DeskDialog>
  );
}
