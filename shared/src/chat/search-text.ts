/** A word for search: letters with their marks (Devanagari and Tamil vowel signs belong to the word), numbers, or one emoji. */
const word =
  /\p{RI}\p{RI}|\p{Extended_Pictographic}[\u{1F3FB}-\u{1F3FF}]?|[\p{L}\p{N}][\p{L}\p{N}\p{M}\u200c\u200d]*/gu;
/** Latin accents, joiners, and marks that only change an emoji's appearance. */
const ignored = /[\u0300-\u036f]|\u200c|\u200d|[\ufe0e\ufe0f]/gu;
const ascii = /^[ -~]*$/u;
/** Longer words are compared up to this length. */
const WORD_MAX_CHARS = 40;

/** Removes case and accents. */
export const foldText = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : text.normalize('NFKD').replace(ignored, '').normalize('NFC').toLowerCase().normalize('NFC');

const cut = (folded: string): string => (folded.length > WORD_MAX_CHARS ? folded.slice(0, WORD_MAX_CHARS) : folded);

/** The folded words of a text, in order. */
export const wordsOf = (text: string): string[] => Array.from(text.matchAll(word), ([found]) => cut(foldText(found)));

/** Whether each of these folded words is the beginning of a word of the text. */
export function hasWords(text: string, beginnings: readonly string[]): boolean {
  if (beginnings.length === 0) return true;
  const words = wordsOf(text);
  return beginnings.every((beginning) => words.some((one) => one.startsWith(beginning)));
}

/** The positions of words that begin with one of these: [start, end] in UTF-16 units, ascending. */
export const placesOf = (text: string, beginnings: readonly string[]): [start: number, end: number][] =>
  Array.from(text.matchAll(word)).flatMap((match) => {
    const folded = cut(foldText(match[0]));
    if (!beginnings.some((beginning) => folded.startsWith(beginning))) return [];
    return [[match.index, match.index + match[0].length] as [number, number]];
  });

/** A parsed search for messages. */
export interface SearchQuery {
  /** Folded; each is the beginning of a word of the message. */
  words: string[];
  /** Names of the sender, and of the other member of the conversation. Any one of several may match. */
  from: string[];
  in: string[];
  /** Sent before this time; null for any time. */
  beforeMs: number | null;
  /** With a picture or file, or with a picture; null for any message. */
  has: 'file' | 'image' | null;
}

const filter = /(?<![^\s])(from|in|before|has):(?:"([^"]*)"?|(\S*))/giu;
const date = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/u;
/** Dates are in the product's time zone, Asia/Kolkata, which has no summer time. */
const ZONE_MS = 5.5 * 3_600_000;
const WORDS_MAX = 10;
const kinds: Record<string, SearchQuery['has']> = { file: 'file', image: 'image', picture: 'image', photo: 'image' };

/** Parses a typed search: words, `from:name`, `in:name` (names with spaces in quotes), `before:2026-03-01` and `has:file`. */
export function parseSearch(text: string): SearchQuery {
  const query: SearchQuery = { words: [], from: [], in: [], beforeMs: null, has: null };
  const rest = text.replace(filter, (_, name: string, quoted: string | undefined, plain: string | undefined) => {
    const value = (quoted ?? plain ?? '').trim();
    const key = name.toLowerCase();
    if (value === '') return ' ';
    if (key === 'before') query.beforeMs = readDate(value) ?? query.beforeMs;
    else if (key === 'has') query.has = kinds[value.toLowerCase()] ?? query.has;
    else if (key === 'from' || key === 'in') query[key].push(value);
    return ' ';
  });
  query.words = [...new Set(wordsOf(rest))].slice(0, WORDS_MAX);
  return query;
}

/** Whether a search has neither words nor filters. */
export const isEmptySearch = ({ words, from, in: within, beforeMs, has }: SearchQuery): boolean =>
  words.length === 0 && from.length === 0 && within.length === 0 && beforeMs === null && has === null;

/** The beginning of a day, month or year; null if the text is no date. */
function readDate(text: string): number | null {
  const [, year, month = '1', day = '1'] = date.exec(text) ?? [];
  if (year === undefined) return null;
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const read = new Date(ms);
  const isReal = read.getUTCMonth() === Number(month) - 1 && read.getUTCDate() === Number(day);
  return isReal ? ms - ZONE_MS : null;
}
