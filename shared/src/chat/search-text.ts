import { startOfDay } from '../core/product-zone.js';
import { wordsOf } from '../core/search-words.js';

/** A parsed search for messages. */
export interface SearchQuery {
  /** Folded; each is the beginning of a word of the message. */
  words: string[];
  /** Quoted words, folded: whole words of the message that follow one another. They are among `words`, too. */
  phrases: string[][];
  /** Names of the sender, and of the other member of the conversation. Any one of several may match. */
  from: string[];
  in: string[];
  /** Sent before this time, and at or after this time; null for any time. */
  beforeMs: number | null;
  afterMs: number | null;
  /** With a picture or file, with a picture, or with a link; null for any message. */
  has: 'file' | 'image' | 'link' | null;
  /** Only messages that mention the member. */
  isMention: boolean;
}

const filter = /(?<![^\s])(from|in|before|after|has|is):(?:"([^"]*)"?|(\S*))/giu;
const quoted = /"([^"]*)"?/gu;
const date = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/u;
const WORDS_MAX = 10;
const kinds = new Map<string, SearchQuery['has']>(
  Object.entries({ file: 'file', image: 'image', picture: 'image', photo: 'image', link: 'link', url: 'link' }),
);

/**
 * Parses a typed search: words, `"words in a row"`, `from:name`, `in:name` (names with spaces in quotes), `after:2026-02`,
 * `before:2026-03-01`, `has:file` and `is:mention`.
 */
export function parseSearch(text: string): SearchQuery {
  const query: SearchQuery = {
    words: [],
    phrases: [],
    from: [],
    in: [],
    beforeMs: null,
    afterMs: null,
    has: null,
    isMention: false,
  };
  const unfiltered = text.replace(
    filter,
    (_, name: string, inQuotes: string | undefined, plain: string | undefined) => {
      const value = (inQuotes ?? plain ?? '').trim();
      const key = name.toLowerCase();
      if (value === '') return ' ';
      if (key === 'before') query.beforeMs = readDate(value) ?? query.beforeMs;
      else if (key === 'after') query.afterMs = readDate(value) ?? query.afterMs;
      else if (key === 'has') query.has = kinds.get(value.toLowerCase()) ?? query.has;
      else if (key === 'is') query.isMention ||= /^mentions?$/iu.test(value);
      else if (key === 'from' || key === 'in') query[key].push(value);
      return ' ';
    },
  );
  query.phrases = Array.from(unfiltered.matchAll(quoted), ([, phrase = '']) => wordsOf(phrase)).filter(
    (words) => words.length > 0,
  );
  query.words = [...new Set(wordsOf(unfiltered))].slice(0, WORDS_MAX);
  return query;
}

/** Whether a search names a sender, a conversation, a time, a kind of file, or mentions. */
export const hasFilters = (text: string): boolean => text.search(filter) !== -1;

/** Whether a search has neither words nor filters. */
export const isEmptySearch = ({ words, from, in: within, beforeMs, afterMs, has, isMention }: SearchQuery): boolean =>
  !isMention &&
  [words, from, within].every((list) => list.length === 0) &&
  [beforeMs, afterMs, has].every((filterValue) => filterValue === null);

/** Whether a text has each of these phrases. */
export const hasPhrases = (text: string, phrases: SearchQuery['phrases']): boolean => {
  if (phrases.length === 0) return true;
  const inRow = ` ${wordsOf(text).join(' ')} `;
  return phrases.every((phrase) => inRow.includes(` ${phrase.join(' ')} `));
};

/** Whether a text has a link. */
export const hasLink = (text: string): boolean => /https?:\/\//iu.test(text);

/** The beginning of a day, month or year in the product's time zone; null if the text isn't a date. */
function readDate(text: string): number | null {
  const [, year, month = '1', day = '1'] = date.exec(text) ?? [];
  if (year === undefined) return null;
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const parsed = new Date(ms);
  const isReal = parsed.getUTCMonth() === Number(month) - 1 && parsed.getUTCDate() === Number(day);
  return isReal ? startOfDay(Number(year), Number(month), Number(day)).getTime() : null;
}
