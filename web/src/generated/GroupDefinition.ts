// This file is generated from the server's types. Do not edit it.
import type { FieldDefinition } from "./FieldDefinition";

/** Fields that are shown together under a heading. */
export type GroupDefinition = {
  fields: Array<FieldDefinition>;
  /** A sentence below the heading. Empty when the heading says enough. */
  help: string;
  /** Stable: addresses of the desk contain it. */
  id: string;
  label: string;
};
