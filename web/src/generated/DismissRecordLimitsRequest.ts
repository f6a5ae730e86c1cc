// This file is generated from the server's types. Do not edit it.
export type DismissRecordLimitsRequest = {
  /** The `at` of the latest notice that was shown. */
  until: string;
};
