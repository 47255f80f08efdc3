/** Returns how many rows to fetch again: those that are shown, at least a page and at most what one answer can have. */
export const rowsToFetch = (shown: number, page: number, max: number): number => Math.min(Math.max(shown, page), max);

/** Returns the shown rows that stay below a new first page: those after its last row, or none if that row wasn't shown. */
export function rowsBelow<Row>(
  shown: readonly Row[],
  page: readonly Row[],
  isSame: (a: Row, b: Row) => boolean,
): readonly Row[] {
  const last = page.at(-1);
  const end = last === undefined ? -1 : shown.findIndex((row) => isSame(row, last));
  return end < 0 ? [] : shown.slice(end + 1);
}
