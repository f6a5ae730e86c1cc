// This file is generated from the server's types. Do not edit it.
export type DraftVersion = {
  path: string;
  /**
   * The published file that it replaces, or `none`. Another one may have been published since a draft was begun or looked
   * at, for example by restoring an earlier revision.
   */
  replaces: string;
  version: string;
};
