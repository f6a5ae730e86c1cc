// The phone as the remote of another screen: four arrows and nothing else. It does not know the letter.
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { SightAnswer } from "../../../generated/SightAnswer";
import { Notice } from "../../../ui/notice/Notice";
import styles from "../SightCheck.module.css";
import { AnswerButtons } from "../trials/AnswerButtons";
import { joinRemote, leaveRemote, RemoteFailure, sendAnswer } from "./remote-api";

/** After each answer: a second press is not another answer. Longer than the other screen is white between two letters. */
const PAUSE_MS = 500;
export const RETRY_MS = 2000;
const GONE = 410;

const NOT_COUNTED =
  "Not counted: the other screen shows no letter at this moment. Look at it, then press again.";
const SENDING_AGAIN = "Your connection may be weak. Your answer is being sent again.";

type Phone =
  | { readonly kind: "joining" }
  | { readonly kind: "joined"; readonly key: string }
  /** Another code is needed. */
  | { readonly kind: "ended" };

export function RemotePhone({ code }: { code: string }): ReactNode {
  const [phone, setPhone] = useState<Phone>({ kind: "joining" });
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [count, setCount] = useState(0);
  const number = useRef(0);
  const isBusy = useRef(false);
  const isGone = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);

  // The arrows and what is said below them fit on a phone then.
  const { kind } = phone;
  useEffect(() => {
    if (kind === "joined") heading.current?.scrollIntoView({ behavior: "instant" });
  }, [kind]);

  useEffect(() => {
    isGone.current = false;
    let key: string | null = null;
    const leave = () => {
      if (key) leaveRemote(key);
    };
    joinRemote(code).then(
      (joined) => {
        key = joined.phone;
        if (isGone.current) leave();
        else setPhone({ kind: "joined", key });
      },
      (failure: Error) => {
        if (isGone.current) return;
        setPhone({ kind: "ended" });
        setProblem(failure.message);
      },
    );
    // The other screen says that the phone has gone.
    addEventListener("pagehide", leave);
    return () => {
      isGone.current = true;
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [code]);

  const send = async (answer: SightAnswer) => {
    if (phone.kind !== "joined" || isBusy.current) return;
    isBusy.current = true;
    setIsSending(true);
    number.current += 1;
    await deliver(phone.key, answer);
    setTimeout(() => {
      isBusy.current = false;
      setIsSending(false);
    }, PAUSE_MS);
  };

  /** Until it is known what became of the answer. Another arrow before that could be for another letter. */
  const deliver = async (key: string, answer: SightAnswer): Promise<void> => {
    while (!isGone.current) {
      try {
        const { counted } = await sendAnswer(key, number.current, answer);
        if (counted) setCount((before) => before + 1);
        setProblem(counted ? null : NOT_COUNTED);
        return;
      } catch (failure) {
        if (failure instanceof RemoteFailure && failure.isUnknown) {
          setProblem(failure.status === 0 ? SENDING_AGAIN : failure.message);
          await new Promise((again) => setTimeout(again, RETRY_MS));
          continue;
        }
        if (failure instanceof RemoteFailure && failure.status === GONE)
          setPhone({ kind: "ended" });
        setProblem(failure instanceof RemoteFailure ? failure.message : String(failure));
        return;
      }
    }
  };

  return (
    <div className={styles.screen}>
      <h1 ref={heading} tabIndex={-1}>
        Where do the arms point?
      </h1>
      {phone.kind === "joined" && (
        <>
          <AnswerButtons isCross isBusy={isSending} onAnswer={(seen) => void send(seen)} />
          <p role="status">{count === 0 ? "Connected." : `${count} sent`}</p>
          <button type="button" className={styles.link} onClick={() => void send("undo")}>
            Take back the last answer
          </button>
        </>
      )}
      {phone.kind === "joining" && <p role="status">Connecting…</p>}
      {/* Below the arrows: they must not move under a thumb while the eyes are on the other screen. */}
      {problem && (
        <Notice tone="alarm" live>
          <p>{problem}</p>
        </Notice>
      )}
    </div>
  );
}
