// The server's sentence about each field that has to be corrected, at its field. The first of them gets the focus.
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Field } from "../../../ui/field/Field";
import type { ActionResult } from "../use-action";

type Errors = NonNullable<ActionResult["fields"]>;

const NONE: Errors = {};

/** Around the fields of a form, with what `useFieldErrors` has found. */
export const FieldErrors = createContext<Errors>(NONE);

/** A field with the name that it has in the request. */
export function FormField(props: ComponentProps<typeof Field> & { name: string }): ReactNode {
  return <Field error={useContext(FieldErrors)[props.name]} {...props} />;
}

type FormErrors = {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly errors: Errors;
  /** Nothing, when every sentence stands at its field. */
  readonly notice: ActionResult | null;
};

export function useFieldErrors(result: ActionResult | null): FormErrors {
  const form = useRef<HTMLFormElement>(null);
  const errors = result?.fields ?? NONE;
  const [shown, setShown] = useState(NONE);
  useLayoutEffect(() => {
    const fields = form.current?.querySelectorAll<HTMLElement>("[aria-invalid=true]") ?? [];
    const [first] = fields;
    if (errors === NONE || !first) return;
    first.focus();
    // With its label and the sentence.
    first.parentElement?.scrollIntoView({ block: "nearest" });
    if (fields.length === Object.keys(errors).length) setShown(errors);
  }, [errors]);
  return { form, errors, notice: errors !== NONE && errors === shown ? null : result };
}
