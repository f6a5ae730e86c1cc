// This file is generated from the server's types. Do not edit it.
export type CheckRequest = {
  /**
   * The documents whose drafts are to be published. Null for those that only the signed-in person has written, without those
   * that were begun on an older text.
   */
  documents?: Array<string> | null;
};
