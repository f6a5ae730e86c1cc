// What the open screens would lose if they were left: neither the server nor this device has it.

/** Sentences that say what is lost, and why. */
type FindLosses = () => readonly string[];

const screens = new Set<FindLosses>();

/** Call while the screen is shown. Returns what to call when it is not. */
export function registerLosses(find: FindLosses): () => void {
  screens.add(find);
  return () => screens.delete(find);
}

/** The beginning of such a sentence, for what can no longer be prevented. */
export function whatIsLost(loss: string): string {
  return loss.replace(/ If you leave.*/, "");
}

/** Each once. */
export function findLosses(): readonly string[] {
  return [...new Set([...screens].flatMap((find) => find()))];
}
