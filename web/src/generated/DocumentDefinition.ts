// This file is generated from the server's types. Do not edit it.
import type { GroupDefinition } from "./GroupDefinition";

export type DocumentDefinition = {
  groups: Array<GroupDefinition>;
  /** What a form cannot show, and has to be changed in the text of the file. Null when the form shows everything. */
  onlyAsText: string | null;
};
