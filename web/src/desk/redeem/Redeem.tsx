// The first screen: a code goes in, an unmistakable answer comes out, one press redeems it, and the box is ready for
// the next patient. Typing never moves the focus; Enter does.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button/Button";
import { isComplete } from "../code";
import parts from "../parts/parts.module.css";
import type { Code } from "../types";
import { CodeField } from "./CodeField";
import { canScan } from "./camera";
import styles from "./Redeem.module.css";
import { Scanner } from "./Scanner";
import { useRedemption } from "./use-redemption";
import { VerdictPanel } from "./Verdict";
import { type Answer, verdictOn } from "./verdict";

const isGood = (answer: Answer | null): boolean =>
  answer?.kind === "code" && answer.code.state === "good";

export function RedeemScreen(): ReactNode {
  const [text, setText] = useState("");
  const [scanning, setScanning] = useState(false);
  const { answer, busy, forget, lookUp, redeem, undo } = useRedemption();
  const box = useRef<HTMLInputElement>(null);
  const press = useRef<HTMLDivElement>(null);
  /** Can still be taken back while the next code is being typed. */
  const [last, setLast] = useState<Code | null>(null);
  const verdict = answer && verdictOn(answer, Date.now());
  const moveOn = useRef(false);

  useEffect(() => box.current?.focus(), []);

  useEffect(() => {
    if (!moveOn.current || !answer) return;
    moveOn.current = false;
    if (isGood(answer)) press.current?.querySelector("button")?.focus();
    else box.current?.select();
  }, [answer]);

  function type(next: string) {
    setText(next);
    moveOn.current = false;
    forget();
    if (isComplete(next)) void lookUp(next);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (text === "") return box.current?.focus();
    if (isGood(answer)) return press.current?.querySelector("button")?.focus();
    moveOn.current = true;
    if (!busy) void lookUp(text);
  }

  function take(code: string) {
    setScanning(false);
    setText(code);
    moveOn.current = true;
    void lookUp(code);
  }

  async function redeemIt() {
    if (busy || answer?.kind !== "code") return;
    const next = await redeem(answer.code);
    if (next?.kind === "code" && next.news === "redeemed") {
      setText("");
      setLast(next.code);
    }
    box.current?.focus();
  }

  async function undoIt(code: Code) {
    if (busy) return;
    const next = await undo(code);
    setText(code.code);
    if (next?.kind === "code") setLast(null);
    box.current?.focus();
  }

  return (
    <>
      <h1 tabIndex={-1} className={styles.heading}>
        Redeem a code
      </h1>
      <div className={styles.desk}>
        <form className={styles.form} onSubmit={submit} aria-busy={busy}>
          <CodeField ref={box} value={text} onChange={type} />
          <div className={styles.ways}>
            <Button type="submit" weight={isGood(answer) ? "quiet" : "primary"}>
              Check
            </Button>
            {canScan() && (
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
              redeemRef={press}
              onRedeem={redeemIt}
              onUndo={() => answer?.kind === "code" && void undoIt(answer.code)}
            />
          )}
          {!verdict && last && (
            <p className={styles.last}>
              {last.code} is redeemed.{" "}
              <button type="button" className={parts.textButton} onClick={() => void undoIt(last)}>
                Undo
              </button>
            </p>
          )}
        </div>
      </div>
      {/* There from the start: a region that arrives together with its words is often not read out. */}
      <p role="status" className="visually-hidden">
        {verdict ? `${verdict.word}. ${verdict.detail}` : busy && "Checking…"}
      </p>
      {scanning && <Scanner onFound={take} onClose={() => setScanning(false)} />}
    </>
  );
}
