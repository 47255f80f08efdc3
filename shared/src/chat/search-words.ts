/**
 * The words of a text, as search compares them: letters with their marks (Devanagari and Tamil vowel signs belong to the word),
 * numbers, and each emoji by itself.
 */
const word =
  /\p{RI}\p{RI}|\p{Extended_Pictographic}[\u{1F3FB}-\u{1F3FF}]?|[\p{L}\p{N}][\p{L}\p{N}\p{M}\u200c\u200d]*/gu;
/** Latin accents, joiners and the marks that only choose how an emoji looks. */
const ignored = /[\u0300-\u036f]|\u200c|\u200d|[\ufe0e\ufe0f]/gu;
const ascii = /^[ -~]*$/u;
/** A longer word is found by so many letters. */
const WORD_MAX_CHARS = 40;

/** Without case, and without accents. */
export const foldText = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : text.normalize('NFKD').replace(ignored, '').normalize('NFC').toLowerCase().normalize('NFC');

const cut = (folded: string): string => (folded.length > WORD_MAX_CHARS ? folded.slice(0, WORD_MAX_CHARS) : folded);

/** The words of a text, folded, in its order. */
export const wordsOf = (text: string): string[] => Array.from(text.matchAll(word), ([found]) => cut(foldText(found)));

/** Whether each of these folded words is the beginning of a word of the text. */
export function hasWords(text: string, beginnings: readonly string[]): boolean {
  if (beginnings.length === 0) return true;
  const words = wordsOf(text);
  return beginnings.every((beginning) => words.some((one) => one.startsWith(beginning)));
}

/** Where the words stand in a text that begin with one of these: [start, end] by UTF-16 units, ascending. */
export const placesOf = (text: string, beginnings: readonly string[]): [start: number, end: number][] =>
  Array.from(text.matchAll(word)).flatMap((match) => {
    const folded = cut(foldText(match[0]));
    if (!beginnings.some((beginning) => folded.startsWith(beginning))) return [];
    return [[match.index, match.index + match[0].length] as [number, number]];
  });
