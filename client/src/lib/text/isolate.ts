const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/**
 * Keeps a name or title that is written from right to left from reordering the sentence around it, as `<bdi>` does in JSX. Other names
 * stay as they are, so that texts can be compared and copied.
 */
export const isolate = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name);
