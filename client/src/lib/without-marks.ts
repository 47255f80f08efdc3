/** More than any preview shows. */
const MAX_CHARS = 400;

/** The beginning of a message for one line of a list, a quote or a screen reader: without the signs that format it (R6.12). */
export const withoutMarks = (text: string): string =>
  text
    .slice(0, MAX_CHARS)
    .replace(/```(?:\w*\n)?/gu, ' ')
    .replace(/(\*\*|~~|`|(?<!\w)_)(?![\s_])([^\n]*?\S)\1(?!\w)/gu, '$2');
