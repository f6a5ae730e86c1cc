// This file is generated from the server's types. Do not edit it.
export type ExtendCodeRequest = {
  /** The person's code. */
  code: string;
  days: number;
};
