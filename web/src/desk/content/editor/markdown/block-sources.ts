// Remembers how each block of an opened text was written, so that blocks that were not changed keep their bytes.
import type { TextBlock } from "./text-tree";

export type BlockSource = {
  readonly markdown: string;
  /** What the block looked like when it was opened. */
  readonly block: TextBlock;
  /** The block before it, and the blank lines between the two. Null for the first block. */
  readonly previous: number | null;
  readonly gapBefore: string;
  /** The blank lines after the last block. */
  readonly gapAfter: string | null;
};

export class BlockSources {
  readonly #sources: BlockSource[] = [];

  /** Returns the number by which the block's node refers to it. Undo can bring back blocks of an earlier text, so
   * numbers are not used again. */
  add(source: BlockSource): number {
    return this.#sources.push(source) - 1;
  }

  get(origin: unknown): BlockSource | null {
    return (typeof origin === "number" ? this.#sources[origin] : null) ?? null;
  }
}
