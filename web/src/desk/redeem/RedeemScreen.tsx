// The start screen: check a code, redeem it, undo. Enter moves the focus to the redeem button. Whatever is typed next
// starts a new code, so that the next Enter never redeems the code before it.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { CodeDetails } from "../../generated/CodeDetails";
import { Button, ButtonLink } from "../../ui/button/Button";
import desk from "../components/desk.module.css";
import { RESEND_PATH } from "../resend/resend-path";
import { useMe } from "../sign-in/SessionProvider";
import { CodeField } from "./CodeField";
import { CodeResultPanel } from "./CodeResultPanel";
import { formatCode, isComplete } from "./code-format";
import { type Answer, codeResultFor } from "./code-result";
import styles from "./Redeem.module.css";
import { hasCamera } from "./scan/camera";
import { QrScanner } from "./scan/QrScanner";
import { UndoRedemption } from "./UndoRedemption";
import { useRedemption } from "./use-redemption";
import { useTypingAnywhere } from "./use-typing-anywhere";

/** The redemption that can still be undone: the one on screen, or the last one while the next code is being typed. */
function undoableCode(answer: Answer | null, last: CodeDetails | null): CodeDetails | null {
  if (!answer) return last;
  return answer.kind === "code" && answer.code.undoUntil ? answer.code : null;
}

const focusFirstButton = (element: HTMLElement | null): void =>
  element?.querySelector("button")?.focus();

export function RedeemScreen(): ReactNode {
  const { discountPercent: percent, name } = useMe();
  const [text, setText] = useState("");
  const [scanning, setScanning] = useState(false);
  const { answer, busy, reset, lookUp, redeem, undo } = useRedemption(name);
  const input = useRef<HTMLInputElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  /** Can still be undone while the next code is being typed. */
  const [lastRedeemed, setLastRedeemed] = useState<CodeDetails | null>(null);
  const result = answer && codeResultFor(answer, name, Date.now());
  const canRedeem = result?.canRedeem ?? false;
  const undoable = undoableCode(answer, lastRedeemed);
  /** Set by Enter and by a scan: focus moves when the answer arrives. */
  const movesFocus = useRef(false);

  useEffect(() => input.current?.focus(), []);

  useEffect(() => {
    if (!movesFocus.current || !answer) return;
    movesFocus.current = false;
    if (canRedeem) focusFirstButton(actions.current);
    else input.current?.select();
  }, [answer, canRedeem]);

  useTypingAnywhere((character) => {
    // Behind the sign-in form of an expired session.
    if (input.current?.closest("[hidden]")) return;
    input.current?.focus();
    handleTyping(formatCode(character, percent));
  });

  function handleTyping(next: string) {
    setText(next);
    movesFocus.current = false;
    reset();
    if (isComplete(next, percent)) lookUp(next, null);
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (text === "") return input.current?.focus();
    if (canRedeem) return focusFirstButton(actions.current);
    movesFocus.current = true;
    // Selected, so that what is typed before the answer arrives replaces this code.
    input.current?.select();
    if (!busy) lookUp(text, answer);
  }

  function handleScan(code: string) {
    setScanning(false);
    setText(code);
    movesFocus.current = true;
    lookUp(code, null);
  }

  /** Screen readers say the text of the field when it gets the focus, so the new text must be there by then. */
  function focusWith(next: string) {
    flushSync(() => setText(next));
    input.current?.focus();
  }

  function handleRedeem() {
    if (busy || answer?.kind !== "code") return;
    redeem(answer.code, setLastRedeemed, (next) => {
      focusWith(next.kind === "code" && next.justDone === "redeemed" ? "" : answer.code.code);
    });
  }

  function handleUndo(code: CodeDetails) {
    if (busy) return;
    undo(code, (next) => {
      if (next.kind === "code") setLastRedeemed(null);
      focusWith(code.code);
    });
  }

  return (
    <>
      <h1 tabIndex={-1} className={styles.heading}>
        Redeem a code
      </h1>
      <div className={styles.columns}>
        <form className={styles.form} onSubmit={handleSubmit} aria-busy={busy || undefined}>
          <CodeField
            percent={percent}
            ref={input}
            value={text}
            isChecked={answer?.kind === "code"}
            onChange={handleTyping}
          />
          <div className={styles.buttons}>
            <Button type="submit" weight={canRedeem ? "quiet" : "primary"}>
              Check
            </Button>
            {hasCamera() && (
              <Button weight="quiet" onClick={() => setScanning(true)}>
                Scan
              </Button>
            )}
          </div>
        </form>
        <div>
          {result && (
            <CodeResultPanel
              result={result}
              busy={busy}
              actionsRef={actions}
              onRedeem={handleRedeem}
            />
          )}
          {undoable && (
            <UndoRedemption
              key={undoable.code}
              code={undoable}
              onUndo={() => handleUndo(undoable)}
            />
          )}
        </div>
      </div>
      {/* Always rendered: screen readers often miss a live region that appears together with its text. */}
      <p role="status" className="visually-hidden">
        {result ? `${result.title}. ${result.instruction ?? result.detail}` : busy && "Checking…"}
      </p>
      <div className={desk.row}>
        <ButtonLink href={RESEND_PATH} weight="quiet" icon="mail">
          Patient got no email?
        </ButtonLink>
      </div>
      {scanning && <QrScanner onCode={handleScan} onClose={() => setScanning(false)} />}
    </>
  );
}
