import { codeEnd, type Inline, inlinesOf, runAt } from './inline.js';
import {
  beginReading,
  type Endless,
  isLiteral,
  type Reading,
  remove,
  type Source,
  sliceOf,
  sourceOf,
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
  const reading = beginReading(literal, effective(text, escapes));
  return { blocks: blocksOf(reading, linesOf(wholeOf(text)), 0), removed: reading.removed };
}

const wholeOf = (text: string): Source =>
  sourceOf(
    text,
    Array.from({ length: text.length }, (_, at) => at),
  );

/** Returns the places of backslashes before punctuation, outside of code. */
function escapesIn(text: string): number[] {
  const places: number[] = [];
  const endless: Endless = {};
  for (let at = 0; at < text.length; ) {
    if (text[at] === '\\' && /[!-/:-@[-`{-~]/u.test(text[at + 1] ?? '')) {
      places.push(at);
      at += 2;
    } else if (text[at] === '`') {
      const run = runAt(text, at);
      at = (codeEnd(text, at, run, endless) ?? at) + run;
    } else at += 1;
  }
  return places;
}

/** Returns those backslashes whose character would be a sign without them. */
function effective(text: string, escapes: readonly number[]): Set<number> {
  if (escapes.length === 0) return new Set();
  const skipped = new Set(escapes);
  const at = wholeOf(text).at.filter((place) => !skipped.has(place));
  const bare = sourceOf(at.map((place) => text[place]).join(''), at);
  const reading = beginReading(new Set(), new Set());
  blocksOf(reading, linesOf(bare), 0);
  return new Set(escapes.filter((place) => reading.removed.has(place + 1)));
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
type Taken = { block: Block; count: number } | null;

function blocksOf(reading: Reading, lines: readonly Line[], depth: number): Block[] {
  const blocks: Block[] = [];
  let text: Line[] = [];
  // Joined once for all fences: a message may consist of opening fences only.
  const whole = join(lines);
  const flush = () => {
    const children = inlinesOf(reading, join(text));
    if (children.length > 0) blocks.push({ kind: 'text', children });
    text = [];
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (!line) break;
    const taken =
      reading.left <= 0 || isLiteral(reading, line.source, 0)
        ? null
        : line.source.text.startsWith('```')
          ? fenceAt(reading, whole, whole.at.indexOf(line.source.at[0] ?? 0))
          : blockAt(reading, lines, at, depth);
    if (taken === null) {
      text.push(line);
      at += 1;
      continue;
    }
    // A block begins on its own line.
    const before = text.at(-1);
    if (before) remove(reading, before.end, 0, 1);
    flush();
    blocks.push(taken.block);
    reading.left -= 1;
    at += taken.count;
    const last = lines[at - 1];
    if (last) remove(reading, last.end, 0, 1);
  }
  flush();
  return blocks;
}

function blockAt(reading: Reading, lines: readonly Line[], at: number, depth: number): Taken {
  if (depth >= DEPTH_MAX) return null;
  return /^> +\S/u.test(lines[at]?.source.text ?? '')
    ? quoteAt(reading, lines, at, depth)
    : listAt(reading, lines, at, depth);
}

const fenced = /```(?:[\w+#.-]{1,20}\n|\n)?([\s\S]*?)(?:```[^\S\n]*(?:\n|$)|$)/uy;

/** The closing signs may follow the code on its line, and only a possible language name is left out. */
function fenceAt(reading: Reading, source: Source, start: number): Taken {
  fenced.lastIndex = start;
  const [raw, code] = fenced.exec(source.text) ?? [];
  if (raw === undefined || code === undefined || code.trim() === '') return null;
  const from = start + raw.indexOf(code, 3);
  const text = code.replace(/\n$/u, '');
  const whole = raw.replace(/\n$/u, '');
  remove(reading, source, start, from);
  remove(reading, source, from + text.length, start + whole.length);
  return { block: { kind: 'code', text }, count: whole.split('\n').length };
}

function quoteAt(reading: Reading, lines: readonly Line[], at: number, depth: number): Taken {
  const within: Line[] = [];
  for (let index = at; ; index += 1) {
    const line = lines[index];
    if (!line || isLiteral(reading, line.source, 0)) break;
    const sign = /^>(?: |$)/u.exec(line.source.text)?.[0];
    if (sign === undefined) break;
    within.push(without(reading, line, sign.length));
  }
  return { block: { kind: 'quote', children: blocksOf(reading, within, depth + 1) }, count: within.length };
}

/** Returns the line without the signs at its beginning. */
function without(reading: Reading, { source, end }: Line, count: number): Line {
  remove(reading, source, 0, count);
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

function markerOf(reading: Reading, { source }: Line): Marker | null {
  const found = /^(?:[-*]|(0|[1-9]\d{0,8})[.)]) +(?=\S)/u.exec(source.text);
  if (found === null) return null;
  const digits = found[1];
  const signAt = digits?.length ?? 0;
  if (isLiteral(reading, source, 0) || isLiteral(reading, source, signAt)) return null;
  const sign = source.text[signAt] ?? '';
  return { width: found[0].length, sign, number: digits === undefined ? null : Number(digits) };
}

/** Items whose numbers don't follow each other are lists of their own, so that each shows its number. */
function listAt(reading: Reading, lines: readonly Line[], at: number, depth: number): Taken {
  const [first] = [lines[at]].map((line) => line && markerOf(reading, line));
  if (!first) return null;
  const items: Block[][] = [];
  let index = at;
  for (;;) {
    const line = lines[index];
    const marker = line && markerOf(reading, line);
    const isNext =
      marker?.sign === first.sign && (first.number === null || marker.number === first.number + items.length);
    if (!line || !marker || !isNext || reading.left <= 0) break;
    reading.left -= 1;
    const within = [without(reading, line, marker.width)];
    for (index += 1; ; index += 1) {
      const more = lines[index];
      const isWithin = more?.source.text.startsWith(' '.repeat(marker.width)) && more.source.text.trim() !== '';
      if (!more || !isWithin) break;
      within.push(without(reading, more, marker.width));
    }
    items.push(blocksOf(reading, within, depth + 1));
    // The line break between two items.
    const last = lines[index - 1];
    if (last) remove(reading, last.end, 0, 1);
  }
  return {
    block: { kind: 'list', isOrdered: first.number !== null, start: first.number ?? 1, items },
    count: index - at,
  };
}
