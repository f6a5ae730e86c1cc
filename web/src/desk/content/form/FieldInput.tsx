// One field of a form, by the type of its definition.
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FieldDefinition } from "../../../generated/FieldDefinition";
import { Field, TextArea } from "../../../ui/field/Field";
import { Link } from "../../../ui/link/Link";
import desk from "../../components/desk.module.css";
import { ORDER_PATH } from "../content-address";
import { PictureField } from "../pictures/PictureField";
import { useVariables } from "../use-variables";
import { EntryList } from "./EntryList";
import styles from "./Form.module.css";
import { fieldError } from "./field-errors";
import { isEmpty, shownText } from "./field-values";
import {
  type FieldInputProps,
  type FormField,
  type RenderField,
  useForm,
  useFormField,
  usePatience,
} from "./form-context";
import { ArticleListInput } from "./inputs/ArticleListInput";
import { DaysInput } from "./inputs/DaysInput";
import { HoursInput } from "./inputs/HoursInput";
import { NumberOrTimeField } from "./inputs/NumberOrTimeField";
import { lacksTime } from "./inputs/opening-hours";
import { PhoneInput } from "./inputs/PhoneInput";
import { SelectInput } from "./inputs/SelectInput";
import { ServicesInput } from "./inputs/ServicesInput";
import { TextListInput } from "./inputs/TextListInput";
import { TableFields } from "./TableFields";
import type { FoundValue } from "./toml/toml-text";

/** A longer text gets several lines. */
const LONG = 150;

/** What a list of choices offers when nothing need be chosen. */
const NONE = {
  choice: "None",
  member: "Nobody",
  service: "None",
  article: "None",
  pageLink: "No link",
} as const;

/** Tables and lists show fields in turn. */
const renderField: RenderField = (props) => <FieldInput key={props.field.key} {...props} />;

export function FieldInput(props: FieldInputProps): ReactNode {
  const { field, table, hasHeading = false } = props;
  const inner = { field, path: [...table, field.key], hasHeading, renderField };
  switch (field.value.type) {
    case "table":
      return <TableFields {...inner} />;
    case "entries":
      return <EntryList {...inner} />;
    case "days":
      return <DaysInput legend={field.label} table={table} siblings={props.siblings} />;
    default:
      return <ValueField {...props} />;
  }
}

/** A fact that the clinic does not have can be left out. */
function ValueField(props: FieldInputProps): ReactNode {
  const { field, table, siblings } = props;
  const formField = useFormField(field, [...table, field.key], siblings);
  const { isPatient, onBlur } = usePatience();
  const [leftOut, setLeftOut] = useState<FoundValue | null>(null);
  const isLeftOut = leftOut?.kind === "placeholder" && formField.value.kind === "missing";
  const answer = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone.
  useEffect(() => {
    if (isLeftOut) answer.current?.focus();
  }, [isLeftOut]);
  const canBeLeftOut = formField.value.kind === "placeholder" && !field.required;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: of the inputs in it.
    <div className={styles.value} data-field={[...table, field.key].join(".")} onBlur={onBlur}>
      <ValueInput {...props} formField={formField} isPatient={isPatient} />
      {field.key === "home" && table.length === 0 && (
        <HomePlace isOnHomePage={formField.value.kind !== "missing"} />
      )}
      {canBeLeftOut && (
        <button
          type="button"
          className={desk.textButton}
          onClick={() => {
            setLeftOut(formField.value);
            formField.leaveOut();
          }}
        >
          We do not have this: take it off the site
        </button>
      )}
      {isLeftOut && (
        <p ref={answer} tabIndex={-1} role="status">
          Taken off: visitors do not see it any more after you have published.{" "}
          <button type="button" className={desk.textButton} onClick={() => formField.set(leftOut)}>
            Take it back
          </button>
        </p>
      )}
    </div>
  );
}

/** The place of an article on the home page is chosen with those of all others. */
function HomePlace({ isOnHomePage }: { isOnHomePage: boolean }): ReactNode {
  return (
    <p>
      This article {isOnHomePage ? "is" : "is not"} chosen for the home page.{" "}
      <Link href={`${ORDER_PATH}/home`}>Choose what is shown</Link>
    </p>
  );
}

type ValueInputProps = FieldInputProps & { formField: FormField; isPatient: boolean };

function ValueInput(props: ValueInputProps): ReactNode {
  const { field, table, label = field.label, formField, isPatient } = props;
  const path = [...table, field.key];
  const { options, serverError } = useForm();
  const { value, type: onType } = formField;
  const text = shownText(value);
  const type = field.value;
  const isUnfinished = isEmpty(value) || (type.type === "openingHours" && lacksTime(text));
  const isQuiet = isPatient && isUnfinished;
  const error = isQuiet
    ? undefined
    : (fieldError(field, value) ?? serverError(path, label) ?? undefined);
  const explain = useVariables();
  const hint = hintOf(field, value, explain(text));
  const words = { label: field.required ? label : `${label} (optional)`, hint, error };
  switch (type.type) {
    case "textList":
      return type.areArticles ? (
        <ArticleListInput field={field} formField={formField} label={label} error={error} />
      ) : (
        <TextListInput
          field={field}
          formField={formField}
          label={label}
          error={error}
          isQuiet={isQuiet}
        />
      );
    case "bookedServices":
      return <ServicesInput field={field} formField={formField} label={label} error={error} />;
    case "openingHours":
      return (
        <HoursInput
          label={label}
          mayBeClosed={type.mayBeClosed}
          whenEmpty={field.required ? undefined : "As the clinic"}
          text={text}
          error={error}
          onChange={onType}
        />
      );
    case "picture":
      return (
        <PictureField
          {...words}
          folder={type.folder}
          name={text}
          isRequired={field.required}
          onChange={onType}
        />
      );
    case "choice":
    case "member":
    case "service":
    case "article":
    case "pageLink": {
      const choices =
        type.type === "choice"
          ? type.options
          : {
              member: options.members,
              service: options.services,
              article: options.articles,
              pageLink: options.pages,
            }[type.type];
      return (
        <SelectInput
          {...words}
          options={choices}
          none={field.required ? "Choose" : NONE[type.type]}
          value={text}
          onChange={onType}
        />
      );
    }
    case "text":
      return type.maxLength > LONG ? (
        <TextArea
          {...words}
          rows={Math.min(8, Math.max(2, Math.ceil(text.length / 34)))}
          placeholder={field.example || undefined}
          value={text}
          onChange={({ target }) => onType(target.value)}
        />
      ) : (
        <Field
          {...words}
          placeholder={field.example || undefined}
          value={text}
          onChange={({ target }) => onType(target.value)}
        />
      );
    case "number":
    case "entryNumber":
      return (
        <NumberOrTimeField
          {...words}
          type="number"
          inputMode="numeric"
          min={type.min}
          max={type.max}
          step={type.type === "number" ? type.step : 1}
          value={text}
          onType={onType}
        />
      );
    case "date":
      return <NumberOrTimeField {...words} type="date" value={text} onType={onType} />;
    case "time":
      return <NumberOrTimeField {...words} type="time" value={text} onType={onType} />;
    case "phone":
      return <PhoneInput {...words} text={text} onChange={onType} />;
    case "url":
    case "percent":
      return (
        <Field
          {...words}
          type={type.type === "url" ? "url" : "text"}
          value={text}
          onChange={({ target }) => onType(target.value)}
        />
      );
    case "table":
    case "entries":
    case "days":
      return null;
  }
}

/** The help of the definition, and what variables stand for. A value that is still missing has an example as well. */
function hintOf({ help }: FieldDefinition, value: FoundValue, variables: string): ReactNode {
  if (value.kind !== "placeholder") return [help, variables].filter(Boolean).join(" ");
  return (
    <>
      <strong>Not filled in yet.</strong> {help} For now: “{value.example}”.
    </>
  );
}
