// What is wrong with the value of a field, as a sentence. The server refuses the same, when it publishes.
import type { FieldDefinition } from "../../../generated/FieldDefinition";
import type { FieldType } from "../../../generated/FieldType";
import { isDate } from "./field-values";
import { CHOOSE_TIMES, hoursError } from "./inputs/opening-hours";
import { nigerianLengthError } from "./inputs/phone-number";
import {
  countEntries,
  type FoundValue,
  hasTable,
  type TomlFile,
  type TomlPath,
  valueAt,
} from "./toml/toml-text";

const CHOOSE_DATE = "Choose a date.";
const CHOOSE_TIME = "Choose a time.";
const CHOOSE_OPTION = "Choose one from the list.";
const NOT_SHOWN = "This cannot be shown here. Change it in the file as text.";

/** Null if the value is right, or still a placeholder. */
export function fieldError(field: FieldDefinition, value: FoundValue): string | null {
  const { required, mayBePlaceholder, value: type } = field;
  switch (value.kind) {
    case "missing":
      return required ? requiredError(type) : null;
    case "other":
      return NOT_SHOWN;
    case "placeholder":
      return mayBePlaceholder ? null : requiredError(type);
    case "list":
      if (type.type === "bookedServices") return value.texts.length === 0 ? CHOOSE_OPTION : null;
      return type.type === "textList" ? listError(value.texts) : NOT_SHOWN;
    case "text":
      if (value.text.trim() === "") return required ? requiredError(type) : null;
      return textError(type, value.text.trim());
    case "literal":
      return literalError(type, value.text);
  }
}

function requiredError({ type }: FieldType): string {
  switch (type) {
    case "date":
    case "days":
      return CHOOSE_DATE;
    case "choice":
    case "member":
    case "service":
    case "article":
    case "pageLink":
    case "picture":
      return CHOOSE_OPTION;
    case "openingHours":
      return CHOOSE_TIMES;
    default:
      return "Please fill this in.";
  }
}

function listError(texts: readonly string[]): string | null {
  return texts.length === 0 ? "Add at least one line." : null;
}

/** What is wrong with one text of a list. */
export function listItemError(type: FieldType, text: string): string | null {
  if (text.trim() === "") return "Please fill this in, or remove it.";
  return type.type === "textList" ? lengthError(text.trim(), type.maxLength) : null;
}

function textError(type: FieldType, text: string): string | null {
  switch (type.type) {
    case "text":
      return lengthError(text, type.maxLength);
    case "pageLink":
      return text.startsWith("/")
        ? lengthError(text, type.maxLength)
        : "Choose a page of this site.";
    case "url":
      return isHttpsUrl(text)
        ? lengthError(text, type.maxLength)
        : "Copy the whole address from the browser, such as https://www.example.org/page";
    case "phone": {
      const digits = text.replace(/\D/g, "").length;
      const isRight =
        /^\+[\d+ ()-]*$/.test(text) && digits >= type.minDigits && digits <= type.maxDigits;
      return isRight
        ? nigerianLengthError(text)
        : "Write the whole number, such as 0803 123 4567, or one with another country code.";
    }
    case "openingHours":
      return hoursError(text, type.mayBeClosed);
    case "percent":
      return isPercent(text) ? null : "Write a percentage such as 12.5%.";
    case "time":
      return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? null : CHOOSE_TIME;
    case "choice":
      return type.options.some(({ value }) => value === text) ? null : CHOOSE_OPTION;
    case "number":
    case "entryNumber":
      return "Write a whole number.";
    case "date":
    case "days":
      return CHOOSE_DATE;
    case "picture":
    case "member":
    case "service":
    case "article":
      return null;
    case "textList":
    case "bookedServices":
    case "table":
    case "entries":
      return NOT_SHOWN;
  }
}

function literalError(type: FieldType, text: string): string | null {
  if (type.type === "date" || type.type === "days") return isDate(text) ? null : CHOOSE_DATE;
  if (type.type !== "number" && type.type !== "entryNumber") return NOT_SHOWN;
  const { min, max } = type;
  const step = type.type === "number" ? type.step : 1;
  const number = Number(text);
  if (!Number.isInteger(number)) return "Write a whole number.";
  if (number < min || number > max) return `Write a number between ${min} and ${max}.`;
  return number % step === 0 ? null : `Write a multiple of ${step}.`;
}

/** The server counts characters, not the units of JavaScript. */
function lengthError(text: string, maxLength: number): string | null {
  const { length } = [...text];
  return length > maxLength
    ? `This has ${length} characters, but may have ${maxLength}. Shorten it.`
    : null;
}

function isHttpsUrl(text: string): boolean {
  if (!text.startsWith("https://") || /\s/.test(text)) return false;
  try {
    const { hostname, username } = new URL(text);
    return /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/i.test(hostname) && username === "";
  } catch {
    return false;
  }
}

function isPercent(text: string): boolean {
  const [, number] = /^(\d+(?:\.\d+)?)\s*%$/.exec(text) ?? [];
  return number !== undefined && Number(number) <= 100;
}

/** The days of a closure or of other hours: one day, or from and to. */
export function daysError(file: TomlFile, table: TomlPath): { from?: string; to?: string } {
  const from = valueAt(file, [...table, "from"]);
  const to = valueAt(file, [...table, "to"]);
  const date = valueAt(file, [...table, "date"]);
  const isDay = (value: FoundValue) => value.kind === "literal" && isDate(value.text);
  if (date.kind !== "missing") return isDay(date) ? {} : { from: CHOOSE_DATE };
  if (from.kind === "literal" && to.kind === "literal" && to.text < from.text) {
    return { to: "The last day is before the first day." };
  }
  return { ...(!isDay(from) && { from: CHOOSE_DATE }), ...(!isDay(to) && { to: CHOOSE_DATE }) };
}

/** Whether anything in these fields is wrong. */
export function hasErrors(
  file: TomlFile,
  table: TomlPath,
  fields: readonly FieldDefinition[],
): boolean {
  return fields.some((field) => {
    const path = [...table, field.key];
    const { value: type } = field;
    switch (type.type) {
      case "table":
        return hasTable(file, path) ? hasErrors(file, path, type.fields) : field.required;
      case "entries": {
        const count = countEntries(file, path);
        const positions = Array.from({ length: count }, (_, index) => index);
        return (
          (count === 0 && field.required) ||
          positions.some((index) => hasErrors(file, [...path, index], type.fields))
        );
      }
      case "days":
        return Object.keys(daysError(file, table)).length > 0;
      case "textList": {
        const value = valueAt(file, path);
        const isItemWrong = (text: string) => listItemError(type, text) !== null;
        return (
          fieldError(field, value) !== null ||
          (value.kind === "list" && value.texts.some(isItemWrong))
        );
      }
      default:
        return fieldError(field, valueAt(file, path)) !== null;
    }
  });
}
