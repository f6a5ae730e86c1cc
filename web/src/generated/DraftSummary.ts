// This file is generated from the server's types. Do not edit it.
export type DraftSummary = {
  /** Everybody whose words are in it. */
  authors: Array<string>;
  isDeletion: boolean;
  /**
   * Whether a chosen document needs it, and it is not published with that document because it is outdated and was not
   * chosen itself.
   */
  isLeftOut: boolean;
  isNew: boolean;
  /** Whether another text was published since the draft was begun: publishing it undoes that one. */
  isOutdated: boolean;
  path: string;
  savedAt: string;
  /** Who saved it last. */
  savedBy: string;
};
