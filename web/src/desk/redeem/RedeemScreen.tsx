// The start screen: check a code, redeem it, undo. Typing never moves the focus; Enter moves it to the redeem button.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { CodeDetails } from "../../generated/CodeDetails";
import { Button } from "../../ui/button/Button";
import desk from "../components/desk.module.css";
import { useMe } from "../session/SessionProvider";
import { CodeField } from "./CodeField";
import { isComplete } from "./code-format";
import styles from "./Redeem.module.css";
import { hasCamera } from "./scan/camera";
import { QrScanner } from "./scan/QrScanner";
import { useRedemption } from "./use-redemption";
import { VerdictPanel } from "./VerdictPanel";
import { type Answer, verdictFor } from "./verdict";

const isValid = (answer: Answer | null): boolean =>
  answer?.kind === "code" && answer.code.state === "valid";

const focusFirstButton = (element: HTMLElement | null): void =>
  element?.querySelector("button")?.focus();

export function RedeemScreen(): ReactNode {
  const percent = useMe().discountPercent;
  const [text, setText] = useState("");
  const [scanning, setScanning] = useState(false);
  const { answer, busy, reset, lookUp, redeem, undo } = useRedemption();
  const input = useRef<HTMLInputElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  /** Can still be undone while the next code is being typed. */
  const [lastRedeemed, setLastRedeemed] = useState<CodeDetails | null>(null);
  const verdict = answer && verdictFor(answer, Date.now());
  /** Set by Enter and by a scan: focus moves when the answer arrives. */
  const movesFocus = useRef(false);

  useEffect(() => input.current?.focus(), []);

  useEffect(() => {
    if (!movesFocus.current || !answer) return;
    movesFocus.current = false;
    if (isValid(answer)) focusFirstButton(actions.current);
    else input.current?.select();
  }, [answer]);

  function handleTyping(next: string) {
    setText(next);
    movesFocus.current = false;
    reset();
    if (isComplete(next, percent)) lookUp(next, null);
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (text === "") return input.current?.focus();
    if (isValid(answer)) return focusFirstButton(actions.current);
    movesFocus.current = true;
    if (!busy) lookUp(text, answer);
  }

  function handleScan(code: string) {
    setScanning(false);
    setText(code);
    movesFocus.current = true;
    lookUp(code, answer);
  }

  function handleRedeem() {
    if (busy || answer?.kind !== "code") return;
    redeem(answer.code, (next) => {
      if (next.kind === "code" && next.justDone === "redeemed") {
        setText("");
        setLastRedeemed(next.code);
      }
      input.current?.focus();
    });
  }

  function handleUndo(code: CodeDetails) {
    if (busy) return;
    undo(code, (next) => {
      setText(code.code);
      if (next.kind === "code") setLastRedeemed(null);
      input.current?.focus();
    });
  }

  return (
    <>
      <h1 tabIndex={-1} className={styles.heading}>
        Redeem a code
      </h1>
      <div className={styles.columns}>
        <form className={styles.form} onSubmit={handleSubmit} aria-busy={busy}>
          <CodeField percent={percent} ref={input} value={text} onChange={handleTyping} />
          <div className={styles.buttons}>
            <Button type="submit" weight={isValid(answer) ? "quiet" : "primary"}>
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
          {verdict && (
            <VerdictPanel
              verdict={verdict}
              busy={busy}
              actionsRef={actions}
              onRedeem={handleRedeem}
              onUndo={() => answer?.kind === "code" && handleUndo(answer.code)}
            />
          )}
          {!verdict && lastRedeemed && (
            <p className={styles.lastRedeemed}>
              {lastRedeemed.code} has been redeemed.{" "}
              <button
                type="button"
                className={desk.textButton}
                onClick={() => handleUndo(lastRedeemed)}
              >
                Undo
              </button>
            </p>
          )}
        </div>
      </div>
      {/* Always rendered: screen readers often miss a live region that appears together with its text. */}
      <p role="status" className="visually-hidden">
        {verdict ? `${verdict.title}. ${verdict.detail}` : busy && "Checking…"}
      </p>
      {scanning && <QrScanner onCode={handleScan} onClose={() => setScanning(false)} />}
    </>
  );
}
