// Looks up, redeems and undoes codes. Only the newest request has an effect on the screen: TanStack Query drops the
// result of a mutation when a newer one has started or after `reset`.
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { CodeDetails } from "../../generated/CodeDetails";
import { type ApiFailure, apiFailureOf } from "../api/api-error";
import * as api from "../api/endpoints";
import { type Answer, answerAfterRejection } from "./code-result";

type Step = {
  readonly request: () => Promise<Answer>;
  readonly onFailure: (failure: ApiFailure) => Answer;
  /** Stays on screen until the response arrives. */
  readonly shown: Answer | null;
};

/** `me` is the name of the account that is signed in. */
export function useRedemption(me: string) {
  /** The code whose redemption was not answered. The server may have redeemed it. */
  const unanswered = useRef<string | null>(null);
  const { mutate, reset, isPending, isError, error, data, variables } = useMutation({
    mutationFn: async ({ request, onFailure }: Step): Promise<Answer> => {
      try {
        return await request();
      } catch (error) {
        const failure = apiFailureOf(error);
        // The QueryClient ends the session, or asks who is signed in and what the account may do.
        if (["signedOut", "otherAccount", "forbidden"].includes(failure.kind)) throw error;
        return onFailure(failure);
      }
    },
  });
  let answer = isPending || isError ? variables.shown : (data ?? null);
  if (isError && apiFailureOf(error).kind !== "signedOut") {
    answer = variables.onFailure(apiFailureOf(error));
  }

  /** A code that I redeemed without getting the answer is reported as redeemed, once, instead of as used. */
  async function check(typed: string): Promise<Answer> {
    const code = await api.lookUpCode(typed);
    const isUnanswered = code.code === unanswered.current;
    if (isUnanswered) unanswered.current = null;
    const isMine = isUnanswered && code.state === "used" && code.usedBy === me;
    return { kind: "code", code, justDone: isMine ? "redeemed" : null };
  }

  return {
    answer,
    busy: isPending,
    /** Clears the screen and drops the response to a pending request. */
    reset,
    lookUp(typed: string, shown: Answer | null) {
      mutate({
        request: () => check(typed),
        onFailure: (failure) => ({ kind: "failure", typed, failure }),
        shown,
      });
    },
    /** `onRedeemed` is called even when the next code was typed before the response arrived. */
    redeem(
      code: CodeDetails,
      onRedeemed: (code: CodeDetails) => void,
      onAnswer: (answer: Answer) => void,
    ) {
      mutate(
        {
          request: async () => {
            const redeemed = await api.redeemCode(code.code);
            onRedeemed(redeemed);
            return { kind: "code", code: redeemed, justDone: "redeemed" };
          },
          onFailure: (failure) => {
            const { kind } = failure;
            if (kind === "unreachable" || kind === "serverError") unanswered.current = code.code;
            return answerAfterRejection(code, failure);
          },
          shown: answer,
        },
        { onSuccess: onAnswer },
      );
    },
    undo(code: CodeDetails, onAnswer: (answer: Answer) => void) {
      mutate(
        {
          request: async () => ({
            kind: "code",
            code: await api.undoRedemption(code.code),
            justDone: "undone",
          }),
          onFailure: (failure) => ({ kind: "failure", typed: code.code, failure }),
          shown: answer,
        },
        { onSuccess: onAnswer },
      );
    },
  };
}
