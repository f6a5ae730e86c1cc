// Examples for the accessibility tests and the screenshots.
import type { ReactNode } from "react";
import type { CodeState } from "../../generated/CodeState";
import type { EmailState } from "../../generated/EmailState";
import { Field } from "../../ui/field/Field";
import { ActionForm } from "./ActionForm";
import desk from "./desk.module.css";
import { PasswordField } from "./fields/PasswordField";
import { StateTag } from "./StateTag";
import type { ActionResult } from "./use-action";

const states: (CodeState | EmailState)[] = [
  "valid",
  "used",
  "expired",
  "cancelled",
  "queued",
  "sent",
  "rejected",
  "failed",
];

const form = (result: ActionResult | null): ReactNode => (
  <ActionForm busy={false} result={result} submitLabel="Add account" onSubmit={() => {}}>
    <Field label="Name" hint="They sign in with this name." defaultValue="ngozi" />
    <PasswordField label="First password" isNew value="" onChange={() => {}} />
  </ActionForm>
);

export const examples: { name: string; render: () => ReactNode }[] = [
  {
    name: "the states of codes and emails",
    render: () => (
      <p className={desk.row}>
        {states.map((state) => (
          <StateTag key={state} state={state} />
        ))}
      </p>
    ),
  },
  {
    name: "a form after success",
    render: () => form({ tone: "success", message: "ngozi can now sign in." }),
  },
  {
    name: "a form after a failure",
    render: () => form({ tone: "alarm", message: "There is an account with this name already." }),
  },
];
