// The same change of several visits.

export type Outcome<T> = { readonly changed: readonly T[]; readonly failed: number };

/** At the same time, so that the emails of all wait equally long. When nothing was changed, the first error is shown. */
export async function changeSeveral<T>(
  visits: readonly T[],
  request: (visit: T) => Promise<T>,
): Promise<Outcome<T>> {
  const answers = await Promise.allSettled(visits.map(request));
  const changed = answers.flatMap((it) => (it.status === "fulfilled" ? [it.value] : []));
  const failure = answers.find((it) => it.status === "rejected");
  if (changed.length === 0 && failure) throw failure.reason;
  return { changed, failed: visits.length - changed.length };
}
