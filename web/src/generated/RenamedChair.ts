// This file is generated from the server's types. Do not edit it.
/** A chair keeps its visits when its name changes. Somebody else may have got the number of a doctor who left. */
export type RenamedChair = {
  after: string;
  before: string;
  visits: number;
};
