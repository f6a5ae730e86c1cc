// This file is generated from the server's types. Do not edit it.
export type DeskService = {
  buffer: number;
  minutes: number;
  slug: string;
  title: string;
};
