// The phone as the remote of another screen: four arrows and nothing else. It does not know the letter.
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { SightAnswer } from "../../../generated/SightAnswer";
import { Notice } from "../../../ui/notice/Notice";
import styles from "../SightCheck.module.css";
import { AnswerButtons } from "../trials/AnswerButtons";
import { joinRemote, RemoteFailure, sendAnswer } from "./remote-api";

/** After each answer: a second press is not another answer. Shorter than the other screen is white between two letters. */
const PAUSE_MS = 300;

export function RemotePhone({ code }: { code: string }): ReactNode {
  const [phone, setPhone] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [count, setCount] = useState(0);
  const number = useRef(0);
  const isBusy = useRef(false);

  useEffect(() => {
    let isCurrent = true;
    joinRemote(code).then(
      (joined) => isCurrent && setPhone(joined.phone),
      (failure: Error) => isCurrent && setProblem(failure.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [code]);

  const send = async (answer: SightAnswer) => {
    if (phone === null || isBusy.current) return;
    isBusy.current = true;
    setIsSending(true);
    // The number stays the same until the server has it, so that a repeated press is the same answer.
    try {
      await sendAnswer(phone, number.current + 1, answer);
      number.current += 1;
      setCount(number.current);
      setProblem(null);
    } catch (failure) {
      setProblem(failure instanceof RemoteFailure ? failure.message : String(failure));
    }
    setTimeout(() => {
      isBusy.current = false;
      setIsSending(false);
    }, PAUSE_MS);
  };

  return (
    <div className={styles.screen}>
      <h1 tabIndex={-1}>Where do the arms point?</h1>
      {problem && (
        <Notice tone="alarm" live>
          <p>{problem}</p>
        </Notice>
      )}
      {phone && (
        <>
          <AnswerButtons isBusy={isSending} onAnswer={(seen) => void send(seen)} />
          <p role="status">{count === 0 ? "Connected." : `${count} sent`}</p>
          <button type="button" className={styles.link} onClick={() => void send("undo")}>
            Take back the last answer
          </button>
        </>
      )}
      {!phone && !problem && <p role="status">Connecting…</p>}
    </div>
  );
}
