// Runs one action of a component at a time and keeps the message about its result. Built on TanStack Query's useMutation.
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useContext } from "react";
import { describeProblem, problemOf } from "../api/problem";
import { ConfirmationContext } from "../session/confirmation-context";

export type ActionResult = {
  readonly tone: "success" | "alarm";
  readonly message: string;
  /** The server's code for a rejected request. */
  readonly code?: string;
};

type Action<T> = {
  readonly request: () => Promise<T>;
  /** The queries whose data the request changes. */
  readonly invalidates?: readonly QueryKey[];
  readonly onSuccess?: (value: T) => void;
  /** Called after success and after failure. */
  readonly onSettled?: () => void;
  /** The message after success. */
  readonly success?: string | ((value: T) => ActionResult);
};

export function useAction() {
  const queryClient = useQueryClient();
  const runConfirmed = useContext(ConfirmationContext);
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: (action: () => Promise<ActionResult | null>) => action(),
  });

  function run<T>(action: Action<T>): void {
    if (isPending) return;
    const { request, invalidates = [], onSuccess, onSettled, success } = action;
    mutate(
      async () => {
        const value = await runConfirmed(request);
        for (const queryKey of invalidates) void queryClient.invalidateQueries({ queryKey });
        onSuccess?.(value);
        if (typeof success === "function") return success(value);
        return success === undefined ? null : { tone: "success", message: success };
      },
      { onSettled: () => onSettled?.() },
    );
  }

  return { run, busy: isPending, result: error ? failureOf(error) : (data ?? null) };
}

/** An expired session has its own message on the sign-in form. */
function failureOf(error: Error): ActionResult | null {
  const problem = problemOf(error);
  if (problem.kind === "signedOut") return null;
  const failure = { tone: "alarm", message: describeProblem(problem) } as const;
  return problem.kind === "rejected" ? { ...failure, code: problem.code } : failure;
}
