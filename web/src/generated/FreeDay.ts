// This file is generated from the server's types. Do not edit it.
export type FreeDay = {
  date: string;
  /** Such as `08:00`. Empty when nothing is free. */
  slots: Array<string>;
};
