// This file is generated from the server's types. Do not edit it.
export type ContentProblem = {
  file: string;
  line: number;
  message: string;
  /** The same for people who see a form and not the file. Missing when the message names nothing of the file. */
  plain?: string;
};
