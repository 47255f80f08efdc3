/**
 * Whether a deadline has passed. An act after its deadline is refused, whether or not the timer that ends its subject has run. Every
 * act with a deadline asks this, so that an early and a late timer have the same outcome.
 */
export const isOver = (until: Date | null | undefined, at: Date): boolean =>
  until !== null && until !== undefined && until <= at;
