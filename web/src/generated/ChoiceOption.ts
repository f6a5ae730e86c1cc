// This file is generated from the server's types. Do not edit it.
export type ChoiceOption = {
  label: string;
  /** What is written in the file. */
  value: string;
};
