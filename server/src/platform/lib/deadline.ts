/**
 * Whether a deadline has passed: at the deadline itself, it has. An act after its deadline is refused, whether or not the timer that ends
 * its subject has run, so that an early and a late timer have the same outcome. Every act with a deadline uses this function. Queries
 * compare a stored time in the same way: `until > at` while it runs, `until <= at` once it is over.
 */
export const isOver = (until: Date | number | null | undefined, at: Date | number): boolean =>
  until !== null && until !== undefined && until.valueOf() <= at.valueOf();

/** The deadline of an act that may be done for this long after `from`. */
export const untilAfter = (from: Date, lastsMs: number): Date => new Date(from.getTime() + lastsMs);
