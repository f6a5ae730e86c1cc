// This file is generated from the server's types. Do not edit it.
export type FinishPlayRequest = {
  /** The ids of the spots found in each level. */
  found: Array<Array<number>>;
  /** The address of each level's picture. They say for which set of pictures the game is counted. */
  pictures?: Array<string> | null;
  play: string;
  /**
   * The ids of all spots of each level, as the page showed them. The site may show another game by now. Without them, the result is
   * counted against the one that it shows.
   */
  spots?: Array<Array<number>> | null;
};
