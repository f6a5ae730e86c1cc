// This file is generated from the server's types. Do not edit it.
export type Source = {
  publisher: string | null;
  title: string;
  url: string;
};
