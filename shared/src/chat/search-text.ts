import { wordsOf } from '../core/words.js';

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
