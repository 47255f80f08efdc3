/**
 * The one way in which people, projects and messages are compared with a search: without case and accents, word by word. The function
 * `search_words` in `migrations/0110-search-words.sql` gives the database the same words; `server/src/platform/db/search-words.test.ts`
 * compares them.
 */

/** Letters with their marks (Devanagari and Tamil vowel signs belong to the word), numbers, or one emoji. */
const part = String.raw`\p{RI}\p{RI}|\p{Extended_Pictographic}[\u{1F3FB}-\u{1F3FF}]?|[\p{L}\p{N}][\p{L}\p{N}\p{M}\u200c\u200d]*`;
const parts = new RegExp(part, 'gu');
/** Words that apostrophes join, as in O’Brien. */
const runs = new RegExp(`(?:${part})(?:['’‘ʼ＇](?=[\\p{L}\\p{N}])(?:${part}))*`, 'gu');
const apostrophes = /['’‘ʼ＇]/gu;
/** Latin accents, the letter apostrophe, joiners, and marks that only change an emoji's appearance. */
const ignored = /[\u0300-\u036f]|\u02bc|\u200c|\u200d|[\ufe0e\ufe0f]/gu;
/** Letters that don't consist of a base letter and an accent, but are typed as a base letter. */
const plain: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  œ: 'oe',
  æ: 'ae',
  þ: 'th',
  ς: 'σ',
};
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'gu');
/** Longer words are compared up to this length. */
const WORD_MAX_CHARS = 40;

/** Whether a text has only ASCII's printable characters: nothing to fold but case, and the database's own functions agree. */
export const isPlainAscii = (text: string): boolean => /^[ -~]*$/u.test(text);

/** Removes case and accents. */
export const foldText = (text: string): string =>
  isPlainAscii(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(ignored, '')
        .normalize('NFC')
        .toLowerCase()
        .replace(special, (letter) => plain[letter] ?? letter)
        .normalize('NFC');

const shorten = (folded: string): string => (folded.length > WORD_MAX_CHARS ? folded.slice(0, WORD_MAX_CHARS) : folded);
const foldWord = (typed: string): string => shorten(foldText(typed.replace(apostrophes, '')));

/** The folded words of a search, in order. */
export const wordsOf = (search: string): string[] => Array.from(search.matchAll(runs), ([run]) => foldWord(run));

/** The folded words by which a text is found, in order: O’Brien by `o`, `brien` and `obrien`. */
export const indexWordsOf = (text: string): string[] =>
  Array.from(text.matchAll(runs)).flatMap(([run]) => {
    const foldedParts = Array.from(run.matchAll(parts), ([part]) => foldWord(part));
    return foldedParts.length === 1 ? foldedParts : [...foldedParts, foldWord(run)];
  });

/** Whether each of these folded words is the beginning of a word of the text. */
export function hasWords(text: string, beginnings: readonly string[]): boolean {
  if (beginnings.length === 0) return true;
  const words = indexWordsOf(text);
  return beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));
}

/** The positions of words that begin with one of these: [start, end] in UTF-16 units, ascending. */
export const matchRanges = (text: string, beginnings: readonly string[]): [start: number, end: number][] => {
  const startsWithAny = (typed: string) => {
    const folded = foldWord(typed);
    return beginnings.some((beginning) => folded.startsWith(beginning));
  };
  return Array.from(text.matchAll(runs)).flatMap((run) => {
    const rangeOf = (found: string, at: number): [number, number] => [run.index + at, run.index + at + found.length];
    const matchingParts = Array.from(run[0].matchAll(parts)).filter(([part]) => startsWithAny(part));
    if (matchingParts.length > 0) return matchingParts.map((part) => rangeOf(part[0], part.index));
    return startsWithAny(run[0]) ? [rangeOf(run[0], 0)] : [];
  });
};
