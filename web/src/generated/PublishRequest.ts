// This file is generated from the server's types. Do not edit it.
import type { DraftVersion } from "./DraftVersion";

export type PublishRequest = {
  /**
   * The drafts that the person has chosen, with the pictures that they use, as the checks have named them. When one of
   * them was saved again since, or another text was published in place of the one that it replaces, nothing is
   * published.
   */
  drafts: Array<DraftVersion>;
  /** What has changed, for the history. May be empty. */
  note: string;
};
