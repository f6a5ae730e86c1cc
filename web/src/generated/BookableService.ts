// This file is generated from the server's types. Do not edit it.
/** A service that can be booked online. */
export type BookableService = {
  bring: Array<string>;
  drive: string;
  /** The same in one short sentence. Null when there is none. */
  driving: string | null;
  minutes: number;
  /** As patients read it. Null when none is shown. */
  price: string | null;
  slug: string;
  summary: string;
  title: string;
};
