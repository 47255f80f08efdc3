import { isLiteral, type ParseState, remove, type Source, shownText, sliceOf, type UnclosedFrom } from './source.js';
import { unspaced } from './unspaced.js';

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'em' | 'del'; children: Inline[] }
  /** An address with a text of its own. */
  | { kind: 'link'; href: string; text: string };

/** Signs nested deeper stay text. */
const DEPTH_MAX = 8;

/** Next to these characters a sign isn't emphasis but part of a word, a path, a sum or a face. */
const joiningCharacters = { before: /[\p{L}\p{N}*_/\\)\]}<>@#=+]/u, after: /[\p{L}\p{N}*_/\\([{<>@#=+]/u };
const namedLink = /\[([^\][\n]{1,300})\]\((https?:\/\/(?:[^\s()<>]|\([^\s()<>]*\)){1,600})\)/uy;
const address = /https?:\/\/[^\s<>*~`]+/uy;

interface Sign {
  mark: string;
  kinds: readonly ('strong' | 'em' | 'del')[];
}
const signs: readonly Sign[] = [
  { mark: '***', kinds: ['em', 'strong'] },
  { mark: '**', kinds: ['strong'] },
  { mark: '*', kinds: ['em'] },
  { mark: '_', kinds: ['em'] },
  { mark: '~~', kinds: ['del'] },
];

/** Reads the signs within lines. */
export function inlinesOf(state: ParseState, source: Source, depth = 0): Inline[] {
  const { text } = source;
  const parts: Inline[] = [];
  let from = 0;
  const flush = (to: number) => {
    if (to > from) parts.push({ kind: 'text', text: shownText(state, sliceOf(source, from, to)) });
  };
  for (let at = 0; at < text.length; ) {
    const found = partAt(state, source, at, depth);
    if (found?.part) {
      flush(at);
      parts.push(found.part);
      state.partsLeft -= 1;
      from = found.end;
    }
    at = found?.end ?? at + 1;
  }
  flush(text.length);
  return parts;
}

interface FoundPart {
  /** Null for a piece that stays as typed, such as an address. */
  part: Inline | null;
  end: number;
}

function partAt(state: ParseState, source: Source, at: number, depth: number): FoundPart | null {
  if (state.partsLeft <= 0 || isLiteral(state, source, at)) return null;
  switch (source.text[at]) {
    case '`':
      return codeAt(state, source, at);
    case '[':
      return linkAt(state, source, at);
    case 'h':
      return addressAt(source.text, at);
    case '*':
    case '_':
    case '~':
      return depth < DEPTH_MAX ? emphasisAt(state, source, at, depth) : null;
    default:
      return null;
  }
}

/** Returns how often the character at `at` is repeated from there on. */
export function runAt(text: string, at: number): number {
  let end = at + 1;
  while (text[end] === text[at]) end += 1;
  return end - at;
}

/** Returns the end of the code that begins with the run of backticks at `at`, or null. */
export function codeEnd(text: string, at: number, run: number, endless: UnclosedFrom): number | null {
  if (at < (endless[run] ?? 0)) return null;
  for (let end = text.indexOf('`', at + run); end >= 0; ) {
    const closing = runAt(text, end);
    if (closing === run) return end === at + run || /\n[^\S\n]*\n/u.test(text.slice(at, end)) ? null : end;
    end = text.indexOf('`', end + closing);
  }
  endless[run] = text.length;
  return null;
}

function codeAt(state: ParseState, source: Source, at: number): FoundPart {
  const run = runAt(source.text, at);
  const end = codeEnd(source.text, at, run, source.endless);
  if (end === null) return { part: null, end: at + run };
  remove(state, source, at, at + run);
  remove(state, source, end, end + run);
  return { part: { kind: 'code', text: source.text.slice(at + run, end) }, end: end + run };
}

/** The username before a host disguises an address as another. */
const isPage = (href: string): boolean => URL.canParse(href) && !/^https?:\/\/[^/?#]*@/u.test(href);

function linkAt(state: ParseState, source: Source, at: number): FoundPart | null {
  namedLink.lastIndex = at;
  const [match, text, href] = source.text[at - 1] === '!' ? [] : (namedLink.exec(source.text) ?? []);
  if (match === undefined || text === undefined || href === undefined || !isPage(href)) return null;
  const label = sliceOf(source, at + 1, at + 1 + text.length);
  remove(state, source, at, at + 1);
  remove(state, source, at + 1 + text.length, at + match.length);
  return { part: { kind: 'link', href, text: shownText(state, label) }, end: at + match.length };
}

/** Signs within an address are part of it, except those that may end an emphasis around it. */
function addressAt(text: string, at: number): FoundPart | null {
  address.lastIndex = at;
  const [found] = address.exec(text) ?? [];
  return found === undefined ? null : { part: null, end: at + found.replace(/_+$/u, '').length };
}

/** Returns true when a sign next to this character is part of a word. */
const isJoined = (pattern: RegExp, character: string, mark: string): boolean =>
  mark !== '~~' && pattern.test(character) && (mark === '_' || !unspaced.test(character));

const before = (text: string, at: number): string => [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
const after = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0x20);

function emphasisAt(state: ParseState, source: Source, at: number, depth: number): FoundPart | null {
  const { text } = source;
  const run = runAt(text, at);
  const sign = signs.find(({ mark }) => mark[0] === text[at] && mark.length === run);
  const start = at + run;
  if (!sign || !/\S/u.test(text[start] ?? '') || isJoined(joiningCharacters.before, before(text, at), sign.mark))
    return { part: null, end: start };
  const end = emphasisEnd(state, source, start, sign.mark);
  if (end === null) return { part: null, end: start };
  remove(state, source, at, start);
  remove(state, source, end, end + run);
  const children = inlinesOf(state, sliceOf(source, start, end), depth + 1);
  const part = sign.kinds.toReversed().reduce((nested, kind): Inline[] => [{ kind, children: nested }], children)[0];
  return part ? { part, end: end + run } : null;
}

/** Returns where the emphasis opened before `start` ends, or null. It may contain code, but no blank line. */
function emphasisEnd(state: ParseState, source: Source, start: number, mark: string): number | null {
  const { text, endless } = source;
  if (start < (endless[mark] ?? 0)) return null;
  let at = start;
  while (at < text.length && !(text[at] === '\n' && /^\n[^\S\n]*\n/u.test(text.slice(at, at + 200)))) {
    if (isLiteral(state, source, at)) at += 1;
    else if (text[at] === '`') {
      const run = runAt(text, at);
      at = (codeEnd(text, at, run, endless) ?? at) + run;
    } else if (text[at] === 'h') at = addressAt(text, at)?.end ?? at + 1;
    else if (text[at] === mark[0]) {
      const run = runAt(text, at);
      // A longer run also ends the emphasis within this one.
      const end = run === mark.length ? at : run === 3 && mark[0] === '*' ? at + run - mark.length : null;
      const isEnd = end !== null && end > start && /\S/u.test(text[at - 1] ?? ' ');
      if (isEnd && !isJoined(joiningCharacters.after, after(text, at + run), mark)) return end;
      at += run;
    } else at += 1;
  }
  endless[mark] = at;
  return null;
}
