// This file is generated from the server's types. Do not edit it.
import type { ChoiceOption } from "./ChoiceOption";
import type { FieldDefinition } from "./FieldDefinition";

/** Lengths are in characters. */
export type FieldType = {
  type: "text";
  maxLength: number;
} | {
  type: "textList";
  /** Each is the file name of an article without `.md`. */
  areArticles: boolean;
  maxLength: number;
} | {
  type: "number";
  max: number;
  min: number;
  step: number;
} | {
  type: "entryNumber";
  max: number;
  min: number;
} | {
  type: "date";
} | {
  type: "time";
} | {
  type: "days";
} | {
  type: "choice";
  options: Array<ChoiceOption>;
} | {
  type: "picture";
  folder: string;
} | {
  type: "member";
} | {
  type: "service";
} | {
  type: "article";
} | {
  type: "bookedServices";
} | {
  type: "url";
  maxLength: number;
} | {
  type: "pageLink";
  maxLength: number;
} | {
  type: "phone";
  maxDigits: number;
  minDigits: number;
} | {
  type: "openingHours";
  mayBeClosed: boolean;
} | {
  type: "percent";
} | {
  type: "table";
  /** The words of the buttons. Empty for a table that is required. */
  add: string;
  fields: Array<FieldDefinition>;
  remove: string;
} | {
  type: "entries";
  /** What one of them is called, such as "Source". */
  entry: string;
  fields: Array<FieldDefinition>;
};
