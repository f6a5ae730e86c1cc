// The keys of a file as text, for what the form does not show.
import type { ReactNode } from "react";
import { TextAreaField } from "../document/TextAreaField";
import styles from "./Form.module.css";

interface FileAsTextProps {
  keys: string;
  /** Shown at once, for a file without a form. */
  isOpen: boolean;
  onChange: (edit: (keys: string) => string) => void;
}

export function FileAsText({ keys, isOpen, onChange }: FileAsTextProps): ReactNode {
  return (
    <details open={isOpen}>
      <summary className={styles.summary}>Plain text, for experts</summary>
      <TextAreaField
        label="Settings"
        hint={
          isOpen
            ? "The document as it is stored. Change only what stands between quotation marks."
            : "What the fields above show, as it is stored. You do not need this to change the site. Change only what stands between quotation marks."
        }
        value={keys}
        onChange={(text) => onChange(() => text)}
      />
    </details>
  );
}
