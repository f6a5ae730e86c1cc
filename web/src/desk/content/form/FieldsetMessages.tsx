// The help and the error of a group of inputs.
import type { ReactNode } from "react";
import { Icon } from "../../../ui/icon/Icon";
import desk from "../../components/desk.module.css";
import styles from "./Form.module.css";

interface FieldsetMessagesProps {
  help?: string | undefined;
  error?: string | null | undefined;
}

export function FieldsetMessages({ help, error }: FieldsetMessagesProps): ReactNode {
  return (
    <>
      {help && <p className={desk.secondary}>{help}</p>}
      <div className={styles.error} aria-live="polite">
        {error && (
          <>
            <Icon name="alert" /> {error}
          </>
        )}
      </div>
    </>
  );
}
