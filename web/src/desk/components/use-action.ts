// Runs one action of a component at a time and keeps the message about its result. An answer that arrives when the
// component is gone does nothing to the screen that is shown by then. Built on TanStack Query's useMutation.
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useContext, useLayoutEffect, useRef } from "react";
import type { SlotOffer } from "../../generated/SlotOffer";
import { apiFailureOf, describeApiFailure } from "../api/api-error";
import { ConfirmationContext } from "../sign-in/confirm-identity-context";

export type ActionResult = {
  readonly tone: "success" | "alarm";
  readonly message: string;
  /** Until when the email about it is held. An undo before that sends none. */
  readonly emailWaitsUntil?: string | null;
  /** The server's code for a rejected request. */
  readonly code?: string;
  /** The closest free times, when the one that was asked for is taken. */
  readonly nearest?: readonly SlotOffer[];
  /** The sentences about fields that have to be corrected, by their names in the request. */
  readonly fields?: Readonly<Record<string, string>>;
};

type Action<T> = {
  readonly request: () => Promise<T>;
  /** The queries whose data the request changes. They are also loaded again when the server has something else than the screen. */
  readonly invalidates?: readonly QueryKey[];
  /** Not called when the component is gone, except with `evenWhenGone`. */
  readonly onSuccess?: (value: T) => void;
  /** For what is not about the screen, such as the end of the session. */
  readonly evenWhenGone?: boolean;
  /** Called after success and after failure, if the dialog is still the same. */
  readonly onSettled?: () => void;
  /** The message after success. */
  readonly success?: string | ((value: T) => ActionResult);
};

/** `dialog` is the one that is open, for a component with several: an answer closes only the dialog that asked. */
export function useAction(dialog: unknown = null) {
  const shown = useRef({ isThere: true, dialog });
  useLayoutEffect(() => {
    shown.current.dialog = dialog;
  });
  useLayoutEffect(() => {
    const { current } = shown;
    current.isThere = true;
    return () => {
      current.isThere = false;
    };
  }, []);
  const queryClient = useQueryClient();
  const runConfirmed = useContext(ConfirmationContext);
  const { mutate, isPending, variables, data, error } = useMutation({
    mutationFn: ({ send }: { asked: unknown; send: () => Promise<ActionResult | null> }) => send(),
  });

  function run<T>(action: Action<T>): void {
    if (isPending) return;
    const { request, invalidates = [], onSuccess, onSettled, success } = action;
    const { evenWhenGone = false } = action;
    const asked = shown.current.dialog;
    mutate(
      {
        asked,
        send: async () => {
          const loadAgain = () => {
            for (const queryKey of invalidates) {
              // What was asked before the change must not be taken for what is there after it.
              void queryClient
                .cancelQueries({ queryKey })
                .then(() => queryClient.invalidateQueries({ queryKey }));
            }
          };
          const value = await runConfirmed(request).catch((error: unknown) => {
            if (isOutOfDate(error)) loadAgain();
            throw error;
          });
          loadAgain();
          if (shown.current.isThere || evenWhenGone) onSuccess?.(value);
          if (typeof success === "function") return success(value);
          return success === undefined ? null : { tone: "success", message: success };
        },
      },
      {
        onSettled: () => {
          if (Object.is(shown.current.dialog, asked)) onSettled?.();
        },
      },
    );
  }

  return {
    run,
    busy: isPending,
    /** What is on its way was sent by the dialog that is open now. */
    isSending: isPending && Object.is(variables.asked, dialog),
    result: error ? failureOf(error) : (data ?? null),
  };
}

const OUT_OF_DATE = ["changed_meanwhile", "slot_taken"];

function isOutOfDate(error: unknown): boolean {
  const apiFailure = apiFailureOf(error);
  return apiFailure.kind === "rejected" && OUT_OF_DATE.includes(apiFailure.code);
}

/** An expired session has its own message on the sign-in form. */
function failureOf(error: Error): ActionResult | null {
  const apiFailure = apiFailureOf(error);
  if (apiFailure.kind === "signedOut") return null;
  const failure = { tone: "alarm", message: describeApiFailure(apiFailure) } as const;
  if (apiFailure.kind !== "rejected") return failure;
  const { code, nearest, fields } = apiFailure;
  return { ...failure, code, ...(nearest && { nearest }), ...(fields && { fields }) };
}
