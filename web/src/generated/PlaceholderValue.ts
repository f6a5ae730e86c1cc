// This file is generated from the server's types. Do not edit it.
export type PlaceholderValue = {
  file: string;
  key: string;
  line: number;
  value: string;
};
