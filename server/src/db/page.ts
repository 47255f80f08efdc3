/** A page of rows, and how many there are on all pages. */
export interface Page<Row> {
  rows: Row[];
  has_more: boolean;
  total: number;
}

/** A page that was asked for: the first, or the one below the row with the id `before`. */
export interface PageRange {
  before?: number | undefined;
  limit: number;
}

/**
 * Cuts `limit + 1` rows to a page. Each row tells the total, so that it is of the same moment as the page; only below the
 * last row there is none to tell it.
 */
export async function toPage<Row extends { total: number }>(
  found: Row[],
  { before, limit }: PageRange,
  count: () => Promise<number>,
): Promise<Page<Row>> {
  const total = found[0]?.total ?? (before === undefined ? 0 : await count());
  return { rows: found.slice(0, limit), has_more: found.length > limit, total };
}
