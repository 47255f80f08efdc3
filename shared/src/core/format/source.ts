/** A part of the typed text without the signs before its lines: each character has its place in the whole text. */
export interface Source {
  text: string;
  at: readonly number[];
  endless: UnclosedFrom;
}

/**
 * For each mark, and for each number of backticks, the place before which no opening has an end. Without it, each opening would search the
 * rest of the text for an end.
 */
export type UnclosedFrom = Record<string, number>;

export const sourceOf = (text: string, at: readonly number[]): Source => ({ text, at, endless: {} });

/** The escapes of the typed text, and the signs found so far. */
export interface ParseState {
  /** Places of characters after a backslash: they are never signs. */
  literal: ReadonlySet<number>;
  /** Places of backslashes that aren't shown. */
  hidden: ReadonlySet<number>;
  /** Takes the places of everything that isn't shown: signs, and the line breaks between blocks. */
  removed: Set<number>;
  /** How many more formatted parts may be shown: each costs time to draw, and a message could have thousands. */
  partsLeft: number;
}

/** Blocks, list items and formatted words of a message; the rest stays as typed. */
const PARTS_MAX = 200;

export const createParseState = (literal: ReadonlySet<number>, hidden: ReadonlySet<number>): ParseState => ({
  literal,
  hidden,
  removed: new Set(),
  partsLeft: PARTS_MAX,
});

export const sliceOf = ({ text, at }: Source, from: number, to: number): Source =>
  sourceOf(text.slice(from, to), at.slice(from, to));

/** Notes that these characters aren't shown. */
export function remove({ removed }: ParseState, { at }: Source, from: number, to: number): void {
  for (let index = from; index < to; index += 1) {
    const position = at[index];
    if (position !== undefined) removed.add(position);
  }
}

/** Returns true when the character can't be a sign. */
export const isLiteral = ({ literal }: ParseState, { at }: Source, index: number): boolean =>
  literal.has(at[index] ?? -1);

/** Returns the text that is shown: without the backslashes before signs. */
export function shownText(state: ParseState, source: Source): string {
  if (state.hidden.size === 0) return source.text;
  let text = '';
  for (let index = 0; index < source.text.length; index += 1) {
    const position = source.at[index] ?? -1;
    if (state.hidden.has(position)) state.removed.add(position);
    else text += source.text[index];
  }
  return text;
}
