/**
 * A value that its readers see differently: one version for each, rendered for that reader alone. Code that answers or broadcasts has
 * to name the reader, so one reader's version does not reach another.
 */
export interface Views<T> {
  readonly readerIds: readonly number[];
  /** The version of all readers, where they see the same. */
  readonly same?: T;
  /** The reader's own version. Throws for everybody else: nothing was rendered for them. */
  for(readerId: number): T;
}

/** Renders one version after the other, since a transaction runs one query at a time. */
export async function renderViews<T>(
  readerIds: readonly number[],
  render: (readerId: number) => Promise<T>,
): Promise<Views<T>> {
  const versions = new Map<number, T>();
  for (const readerId of readerIds) versions.set(readerId, await render(readerId));
  return {
    readerIds,
    for(readerId) {
      const version = versions.get(readerId);
      if (version === undefined) throw new Error('a value was not rendered for this reader');
      return version;
    },
  };
}

/** A value that all readers see alike. */
export const sameForAll = <T>(readerIds: readonly number[], same: T): Views<T> => ({
  readerIds,
  same,
  for(readerId) {
    if (!readerIds.includes(readerId)) throw new Error('a value was not rendered for this reader');
    return same;
  },
});
