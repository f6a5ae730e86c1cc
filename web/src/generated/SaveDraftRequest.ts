// This file is generated from the server's types. Do not edit it.
import type { TextBlock } from "./TextBlock";

export type SaveDraftRequest = {
  text: string;
  /**
   * The tree that the editor showed. The save is refused when this server reads another one. Not needed for a text that
   * was edited as Markdown.
   */
  tree?: Array<TextBlock> | null;
};
