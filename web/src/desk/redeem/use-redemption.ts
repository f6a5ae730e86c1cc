// Looks up, redeems and undoes codes. Only the newest request has an effect on the screen: TanStack Query drops the
// result of a mutation when a newer one has started or after `reset`.
import { useMutation } from "@tanstack/react-query";
import type { CodeDetails } from "../../generated/CodeDetails";
import * as api from "../api/endpoints";
import { type Problem, problemOf } from "../api/problem";
import { type Answer, answerAfterRejection } from "./verdict";

type Step = {
  readonly request: () => Promise<Answer>;
  readonly onProblem: (problem: Problem) => Answer;
  /** Stays on screen until the response arrives. */
  readonly shown: Answer | null;
};

export function useRedemption() {
  const { mutate, reset, isPending, isError, data, variables } = useMutation({
    mutationFn: async ({ request, onProblem }: Step): Promise<Answer> => {
      try {
        return await request();
      } catch (error) {
        const problem = problemOf(error);
        // The QueryClient ends the session.
        if (problem.kind === "signedOut") throw error;
        return onProblem(problem);
      }
    },
  });
  const answer = isPending || isError ? variables.shown : (data ?? null);

  return {
    answer,
    busy: isPending,
    /** Clears the screen and drops the response to a pending request. */
    reset,
    lookUp(typed: string, shown: Answer | null) {
      mutate({
        request: async () => ({
          kind: "code",
          code: await api.lookUpCode(typed),
          justDone: null,
        }),
        onProblem: (problem) => ({ kind: "problem", typed, problem }),
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
          onProblem: (problem) => answerAfterRejection(code, problem),
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
          onProblem: (problem) => ({ kind: "problem", typed: code.code, problem }),
          shown: answer,
        },
        { onSuccess: onAnswer },
      );
    },
  };
}
