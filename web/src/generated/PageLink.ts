// This file is generated from the server's types. Do not edit it.
/** A link from one page to another. */
export type PageLink = {
  href: string;
  title: string;
};
