// This file is generated from the server's types. Do not edit it.
import type { FieldType } from "./FieldType";

export type FieldDefinition = {
  /** What an empty field shows until one types: never a value. Empty when the label says enough. */
  example: string;
  /** A sentence below the label. Empty when the label says enough. */
  help: string;
  /** The key in the file, inside its table. */
  key: string;
  label: string;
  /** Whether it may be `{ placeholder = "…" }` until the clinic knows it. */
  mayBePlaceholder: boolean;
  required: boolean;
  value: FieldType;
};
