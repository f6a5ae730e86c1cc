// The input for a discount code. Formats while typing, keeps the caret in place, and picks the code out of pasted text.
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
import { applyEdit, codePrefix, findCode, formatCode } from "./code-format";
import styles from "./Redeem.module.css";

interface CodeFieldProps {
  value: string;
  /** The current discount, which is part of the prefix. */
  percent: number;
  /** Whether the server knows this code. What is typed behind it then belongs to the next one. */
  isChecked: boolean;
  onChange: (text: string) => void;
  ref: Ref<HTMLInputElement>;
}

export function CodeField(props: CodeFieldProps): ReactNode {
  const { value, percent, isChecked, onChange, ref } = props;
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);

  useLayoutEffect(() => {
    // React moves the caret to the end when it sets a changed value.
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function handleChange({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const forward = (nativeEvent as InputEvent).inputType === "deleteContentForward";
    const position = target.selectionStart ?? target.value.length;
    if (isChecked && target.value.startsWith(value) && target.value.length > value.length) {
      return onChange(formatCode(target.value.slice(value.length), percent));
    }
    const edit = applyEdit(value, target.value, position, percent, forward);
    caret.current = edit.caret;
    onChange(edit.text);
  }

  function handlePaste(event: ClipboardEvent) {
    const code = findCode(event.clipboardData.getData("text"));
    if (!code) return;
    event.preventDefault();
    caret.current = code.length;
    onChange(code);
  }

  return (
    <div className={styles.codeField}>
      <Field
        ref={input}
        label="Discount code"
        hint="Checked automatically when complete."
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        placeholder={`${codePrefix(percent)}-`}
        value={value}
        onChange={handleChange}
        onPaste={handlePaste}
      />
    </div>
  );
}
