// This file is generated from the server's types. Do not edit it.
export type SightAnswerResult = {
  /** False when the screen showed no letter. */
  counted: boolean;
};
