import { codeEnd, type Inline, inlinesOf, runAt } from './inline.js';
import {
  createParseState,
  isLiteral,
  type ParseState,
  remove,
  type Source,
  sliceOf,
  sourceOf,
  type UnclosedFrom,
} from './source.js';

export type { Inline } from './inline.js';

export type Block =
  /** Has line breaks and spaces as they were typed. */
  | { kind: 'text'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; children: Block[] }
  | { kind: 'list'; isOrdered: boolean; start: number; items: Block[][] };

/** Quotes and lists nested deeper stay text. */
const DEPTH_MAX = 4;

/**
 * Reads the format of a message: bold, italic, strikethrough, code, lists, quotes and links (R6.12). Everything else
 * stays as typed: what is shown and what was removed are together the typed text. A backslash is removed only before a
 * character that would be a sign without it.
 */
export function parseFormat(text: string): Block[] {
  return readFormat(text).blocks;
}

/** Also returns the places of the characters that aren't shown. */
export function readFormat(text: string): { blocks: Block[]; removed: ReadonlySet<number> } {
  const escapes = escapesIn(text);
  const literal = new Set(escapes.map((at) => at + 1));
  const state = createParseState(literal, effective(text, escapes));
  return { blocks: blocksOf(state, linesOf(wholeSource(text)), 0), removed: state.removed };
}

const wholeSource = (text: string): Source =>
  sourceOf(
    text,
    Array.from({ length: text.length }, (_, at) => at),
  );

/** Returns the places of backslashes before punctuation, outside of code. */
function escapesIn(text: string): number[] {
  const positions: number[] = [];
  const endless: UnclosedFrom = {};
  for (let at = 0; at < text.length; ) {
    if (text[at] === '\\' && /[!-/:-@[-`{-~]/u.test(text[at + 1] ?? '')) {
      positions.push(at);
      at += 2;
    } else if (text[at] === '`') {
      const run = runAt(text, at);
      at = (codeEnd(text, at, run, endless) ?? at) + run;
    } else at += 1;
  }
  return positions;
}

/** Returns those backslashes whose character would be a sign without them. */
function effective(text: string, escapes: readonly number[]): Set<number> {
  if (escapes.length === 0) return new Set();
  const skipped = new Set(escapes);
  const at = wholeSource(text).at.filter((position) => !skipped.has(position));
  const withoutEscapes = sourceOf(at.map((position) => text[position]).join(''), at);
  const state = createParseState(new Set(), new Set());
  blocksOf(state, linesOf(withoutEscapes), 0);
  return new Set(escapes.filter((position) => state.removed.has(position + 1)));
}

/** A line; its line break belongs to it. */
interface Line {
  source: Source;
  /** The line break, or an empty one at the end. */
  end: Source;
}

function linesOf(source: Source): Line[] {
  const lines: Line[] = [];
  for (let from = 0; ; ) {
    const found = source.text.indexOf('\n', from);
    const to = found < 0 ? source.text.length : found;
    lines.push({ source: sliceOf(source, from, to), end: sliceOf(source, to, to + 1) });
    if (found < 0) return lines;
    from = to + 1;
  }
}

const join = (lines: readonly Line[]): Source => {
  const parts = lines.flatMap(({ source, end }, index) => (index < lines.length - 1 ? [source, end] : [source]));
  return sourceOf(
    parts.map(({ text }) => text).join(''),
    parts.flatMap(({ at }) => at),
  );
};

/** A block and the number of its lines. */
type TakenLines = { block: Block; count: number } | null;

function blocksOf(state: ParseState, lines: readonly Line[], depth: number): Block[] {
  const blocks: Block[] = [];
  let text: Line[] = [];
  // Joined once for all fences: a message may consist of opening fences only.
  const joined = join(lines);
  const flush = () => {
    const children = inlinesOf(state, join(text));
    if (children.length > 0) blocks.push({ kind: 'text', children });
    text = [];
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (!line) break;
    const found =
      state.partsLeft <= 0 || isLiteral(state, line.source, 0)
        ? null
        : line.source.text.startsWith('```')
          ? fenceAt(state, joined, joined.at.indexOf(line.source.at[0] ?? 0))
          : blockAt(state, lines, at, depth);
    if (found === null) {
      text.push(line);
      at += 1;
      continue;
    }
    // A block begins on its own line.
    const before = text.at(-1);
    if (before) remove(state, before.end, 0, 1);
    flush();
    blocks.push(found.block);
    state.partsLeft -= 1;
    at += found.count;
    const last = lines[at - 1];
    if (last) remove(state, last.end, 0, 1);
  }
  flush();
  return blocks;
}

function blockAt(state: ParseState, lines: readonly Line[], at: number, depth: number): TakenLines {
  if (depth >= DEPTH_MAX) return null;
  return /^> +\S/u.test(lines[at]?.source.text ?? '')
    ? quoteAt(state, lines, at, depth)
    : listAt(state, lines, at, depth);
}

const fenced = /```(?:[\w+#.-]{1,20}\n|\n)?([\s\S]*?)(?:```[^\S\n]*(?:\n|$)|$)/uy;

/** The closing signs may follow the code on its line, and only a possible language name is left out. */
function fenceAt(state: ParseState, source: Source, start: number): TakenLines {
  fenced.lastIndex = start;
  const [raw, code] = fenced.exec(source.text) ?? [];
  if (raw === undefined || code === undefined || code.trim() === '') return null;
  const from = start + raw.indexOf(code, 3);
  const text = code.replace(/\n$/u, '');
  const fencedText = raw.replace(/\n$/u, '');
  remove(state, source, start, from);
  remove(state, source, from + text.length, start + fencedText.length);
  return { block: { kind: 'code', text }, count: fencedText.split('\n').length };
}

function quoteAt(state: ParseState, lines: readonly Line[], at: number, depth: number): TakenLines {
  const innerLines: Line[] = [];
  for (let index = at; ; index += 1) {
    const line = lines[index];
    if (!line || isLiteral(state, line.source, 0)) break;
    const sign = /^>(?: |$)/u.exec(line.source.text)?.[0];
    if (sign === undefined) break;
    innerLines.push(withoutSigns(state, line, sign.length));
  }
  return { block: { kind: 'quote', children: blocksOf(state, innerLines, depth + 1) }, count: innerLines.length };
}

/** Returns the line without the signs at its beginning. */
function withoutSigns(state: ParseState, { source, end }: Line, count: number): Line {
  remove(state, source, 0, count);
  return { source: sliceOf(source, count, source.text.length), end };
}

interface Marker {
  /** With the spaces after it. */
  width: number;
  /** `-`, `*`, `.` or `)`. */
  sign: string;
  /** Null for a bullet. */
  number: number | null;
}

function markerOf(state: ParseState, { source }: Line): Marker | null {
  const found = /^(?:[-*]|(0|[1-9]\d{0,8})[.)]) +(?=\S)/u.exec(source.text);
  if (found === null) return null;
  const digits = found[1];
  const signAt = digits?.length ?? 0;
  if (isLiteral(state, source, 0) || isLiteral(state, source, signAt)) return null;
  const sign = source.text[signAt] ?? '';
  return { width: found[0].length, sign, number: digits === undefined ? null : Number(digits) };
}

/** Items whose numbers don't follow each other are lists of their own, so that each shows its number. */
function listAt(state: ParseState, lines: readonly Line[], at: number, depth: number): TakenLines {
  const [firstMarker] = [lines[at]].map((line) => line && markerOf(state, line));
  if (!firstMarker) return null;
  const items: Block[][] = [];
  let index = at;
  for (;;) {
    const line = lines[index];
    const marker = line && markerOf(state, line);
    const isNextItem =
      marker?.sign === firstMarker.sign &&
      (firstMarker.number === null || marker.number === firstMarker.number + items.length);
    if (!line || !marker || !isNextItem || state.partsLeft <= 0) break;
    state.partsLeft -= 1;
    const itemLines = [withoutSigns(state, line, marker.width)];
    for (index += 1; ; index += 1) {
      const nextLine = lines[index];
      const belongsToItem =
        nextLine?.source.text.startsWith(' '.repeat(marker.width)) && nextLine.source.text.trim() !== '';
      if (!nextLine || !belongsToItem) break;
      itemLines.push(withoutSigns(state, nextLine, marker.width));
    }
    items.push(blocksOf(state, itemLines, depth + 1));
    // The line break between two items.
    const last = lines[index - 1];
    if (last) remove(state, last.end, 0, 1);
  }
  return {
    block: { kind: 'list', isOrdered: firstMarker.number !== null, start: firstMarker.number ?? 1, items },
    count: index - at,
  };
}
