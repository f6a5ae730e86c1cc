// This file is generated from the server's types. Do not edit it.
export type OpenDocumentRequest = {
  /** The part of a document that has several screens: letters, digits and hyphens. Null for all of it. */
  part?: string | null;
  path: string;
  /** Chosen at random by the tab: letters, digits and hyphens. */
  tab: string;
};
