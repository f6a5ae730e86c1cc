// This file is generated from the server's types. Do not edit it.
/** A message at the top of every page, for example that the clinic has moved. */
export type SiteNotice = {
  /** Where the text leads to: a page of this site or of another one. */
  href: string | null;
  text: string;
  /** The last day on which it is shown. */
  until: string;
};
