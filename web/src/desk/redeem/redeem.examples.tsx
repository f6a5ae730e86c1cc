// Examples for the accessibility tests and the screenshots.
import { createRef, type ReactNode } from "react";
import type { CodeDetails } from "../../generated/CodeDetails";
import type { ApiFailure } from "../api/api-error";
import { receptionist, redeemedCode, validCode } from "../testing/samples";
import { CodeField } from "./CodeField";
import { CodeResultPanel } from "./CodeResultPanel";
import { type Answer, codeResultFor } from "./code-result";
import { UndoRedemption } from "./UndoRedemption";

const NOW = Date.parse("2026-11-15T08:01:00Z");

const panel = (answer: Answer, busy = false): ReactNode => (
  <CodeResultPanel
    result={codeResultFor(answer, receptionist.name, NOW)}
    busy={busy}
    actionsRef={createRef()}
    onRedeem={() => {}}
  />
);
const code = (
  details: Partial<CodeDetails>,
  justDone: "redeemed" | "undone" | null = null,
): Answer => ({ kind: "code", code: { ...validCode, ...details }, justDone });
const failure = (value: ApiFailure): Answer => ({
  kind: "failure",
  typed: "EYE5-ABCD-1243",
  failure: value,
});
const rejected = (reason: string) =>
  failure({ kind: "rejected", status: 422, code: reason, message: "", usedAt: null, usedBy: null });

const field = (value: string): ReactNode => (
  <CodeField
    value={value}
    percent={5}
    isChecked={value !== ""}
    onChange={() => {}}
    ref={createRef()}
  />
);

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "the field without a code", render: () => field("") },
  { name: "the field with a code", render: () => field(validCode.code) },
  { name: "a valid code", render: () => panel(code({})) },
  { name: "a code that is being redeemed", render: () => panel(code({}), true) },
  { name: "a redeemed code", render: () => panel(code(redeemedCode, "redeemed")) },
  {
    name: "the undo button",
    render: () => <UndoRedemption code={redeemedCode} onUndo={() => {}} />,
  },
  { name: "an undone redemption", render: () => panel(code({}, "undone")) },
  {
    name: "a code that a colleague redeemed",
    render: () => panel(code({ ...redeemedCode, usedBy: "chidinma-okonkwo-evening-desk" })),
  },
  {
    name: "an expired code",
    render: () => panel(code({ state: "expired", validUntil: "2026-11-01T10:00:00Z" })),
  },
  { name: "a cancelled code", render: () => panel(code({ state: "cancelled" })) },
  { name: "an unknown code", render: () => panel(rejected("unknown_code")) },
  { name: "a mistyped code", render: () => panel(rejected("mistyped")) },
  { name: "no connection", render: () => panel(failure({ kind: "unreachable" })) },
];
