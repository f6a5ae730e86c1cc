// This file is generated from the server's types. Do not edit it.
/** That the patient is asked to come back. */
export type AgreedRecall = {
  due: string;
  id: string;
  /** Staff have ended it, and can undo that. */
  isEnded: boolean;
  reason: string;
};
