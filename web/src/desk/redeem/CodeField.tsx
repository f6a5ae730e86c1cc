// The box a code is typed into. Groups the characters as they come and leaves the caret where the hand expects it;
// a pasted sentence gives up the code that is in it.
import {
  type ChangeEvent,
  type ClipboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import { Field } from "../../ui/field/Field";
import { findCode, retype } from "../code";
import styles from "./Redeem.module.css";

interface CodeFieldProps {
  value: string;
  onChange: (text: string) => void;
  ref: Ref<HTMLInputElement>;
}

export function CodeField({ value, onChange, ref }: CodeFieldProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);

  useLayoutEffect(() => {
    // React puts the caret at the end of a value that it has changed.
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function type(event: ChangeEvent<HTMLInputElement>) {
    const { target, nativeEvent } = event;
    const forward = (nativeEvent as InputEvent).inputType === "deleteContentForward";
    const typed = retype(
      value,
      target.value,
      target.selectionStart ?? target.value.length,
      forward,
    );
    caret.current = typed.caret;
    onChange(typed.text);
  }

  function paste(event: ClipboardEvent) {
    const code = findCode(event.clipboardData.getData("text"));
    if (!code) return;
    event.preventDefault();
    caret.current = code.length;
    onChange(code);
  }

  return (
    <div className={styles.box}>
      <Field
        ref={input}
        label="Discount code"
        hint="Checked as soon as it is whole."
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        placeholder="EYE5-"
        value={value}
        onChange={type}
        onPaste={paste}
      />
    </div>
  );
}
