const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a name or title has letters that are written from right to left. */
export const isRightToLeft = (name: string): boolean => rightToLeft.test(name);

/**
 * Keeps a name or title that is written from right to left from reordering the sentence around it, as `<bdi>` does in JSX. Other names
 * stay as they are, so that texts can be compared and copied. `npm run layers` finds sentences that forget it.
 */
export const isolate = (name: string): string => (isRightToLeft(name) ? `\u2068${name}\u2069` : name);
