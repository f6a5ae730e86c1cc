// This file is generated from the server's types. Do not edit it.
export type CodeRequest = {
  /** In any case, with or without dashes. */
  code: string;
};
