import { emojis } from 'virtual:emoji-data';
import { shortcodes } from 'virtual:emoji-shortcodes';
import { emojiUses, storedTone, TONES, withoutTone, withTone } from '../../state/emoji';

export interface FoundEmoji {
  emoji: string;
  code: string;
  label: string;
}

const SHOWN_MAX = 6;
/** The category of emoji parts, such as skin tones and hair. */
const COMPONENT = 2;

/** Writes a name like a code: `Flag: India` is `flag_india`. */
const asCode = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+-]+/gu, '_')
    .replace(/^_|_$/gu, '');

const all = emojis.flatMap(([emoji, category, , label, tags, tones], index) =>
  category === COMPONENT
    ? []
    : [
        {
          emoji,
          tones,
          label,
          name: asCode(label),
          tags: tags.split(' ').map(asCode),
          codes: shortcodes[index]?.split(' ') ?? [],
        },
      ],
);
const byCode = new Map(all.flatMap((each) => each.codes.map((code) => [code, each])));

/** Matches a shortcode with a skin tone, `wave_tone3`, or the beginning of such a suffix. */
const toned = /^(.+)_t(?:o(?:n(?:e([1-5])?)?)?)?$/u;

/** Returns the emoji with exactly this code, in the member's skin tone. */
export function emojiOfCode(code: string): string | null {
  const found = byCode.get(code);
  if (found) return withTone(found.emoji, found.tones, storedTone());
  const [exact] = inTones(code);
  return exact?.code === code ? exact.emoji : null;
}

/** Returns an emoji in the tones that the code names. */
function inTones(typed: string): FoundEmoji[] {
  const [, base = '', said] = toned.exec(typed) ?? [];
  const { emoji, tones, label } = byCode.get(base) ?? {};
  if (emoji === undefined || tones === undefined || label === undefined) return [];
  const all = TONES.map((tone, index) => ({
    emoji: withTone(emoji, tones, tone),
    code: `${base}_tone${index + 1}`,
    label,
  }));
  return all.filter((_, index) => said === undefined || said === `${index + 1}`);
}

const NO_MATCH = Number.POSITIVE_INFINITY;

/** Ranks how well a name matches; lower is better. */
const fits = (name: string, typed: string): number => {
  if (name === typed) return 0;
  if (name.startsWith(typed)) return 1;
  return name.includes(`_${typed}`) ? 2 : NO_MATCH;
};
const fitsTag = (tags: readonly string[], typed: string): number => {
  if (tags.includes(typed)) return 3;
  return tags.some((tag) => tag.startsWith(typed)) ? 4 : NO_MATCH;
};

/**
 * Finds emoji by name: exact matches, then names that begin with the text or have a word that does, then related words. Among equals, the
 * member's most used come first, then those that aren't a variant of another, then short names.
 */
export function searchEmoji(text: string): FoundEmoji[] {
  const typed = asCode(text);
  if (typed === '') return [];
  const tone = storedTone();
  const uses = emojiUses();
  const found = all.flatMap(({ emoji: plain, tones, label, name, tags, codes }) => {
    const ranked = [...codes, name].map((each) => ({ name: each, rank: fits(each, typed) }));
    const [best] = ranked.toSorted((a, b) => a.rank - b.rank || a.name.length - b.name.length);
    const rank = Math.min(best?.rank ?? NO_MATCH, fitsTag(tags, typed));
    if (best === undefined || rank === NO_MATCH) return [];
    const isByCode = best.rank !== NO_MATCH && codes.includes(best.name);
    // A shortcode is typed on purpose, while the same word may be the name of another emoji.
    const order = rank === 0 && isByCode ? -1 : rank;
    const code = isByCode ? best.name : (codes[0] ?? name);
    const length = rank < 3 ? best.name.length : 0;
    const parts = plain.split('\u200d').length;
    const used = uses.get(withoutTone(plain)) ?? 0;
    return [{ emoji: withTone(plain, tones, tone), code, label, order, uses: used, parts, length }];
  });
  return found
    .toSorted((a, b) => a.order - b.order || b.uses - a.uses || a.parts - b.parts || a.length - b.length)
    .map(({ emoji, code, label }) => ({ emoji, code, label }));
}

/** Finds emoji for a shortcode being typed. */
export const findEmoji = (typed: string): FoundEmoji[] =>
  [...inTones(typed), ...searchEmoji(typed)].slice(0, SHOWN_MAX);

/** A shortcode being typed: `:hea`, or complete with its closing colon. */
export interface TypedCode {
  /** The position of its first colon. */
  start: number;
  code: string;
  isWhole: boolean;
}

/** Matches a shortcode at the caret, but no colons in times, addresses and `a::b`. A single letter counts only when complete: `:x:`. */
const typed = /(?<![\p{L}\p{N}:/_]):([\w+-]{2,}|[a-z](?=:$))(:?)$/iu;
const LONGEST_CODE_CHARS = 60;

/** Returns the shortcode that ends at the caret; null for none, and in code, which stays as typed. */
export function typedCodeAt(text: string, caret: number): TypedCode | null {
  const [found, code = '', end] = typed.exec(text.slice(Math.max(0, caret - LONGEST_CODE_CHARS), caret)) ?? [];
  if (found === undefined || isInCode(text.slice(0, caret))) return null;
  return { start: caret - found.length, code: code.toLowerCase(), isWhole: end === ':' };
}

const FENCE_SIGNS = 3;

/** Returns true when the text ends in code: an open block, or an open span on its line. */
function isInCode(before: string): boolean {
  let opened = 0;
  for (const [part] of before.matchAll(/`+|\n/gu)) {
    if (part === '\n') {
      if (opened < FENCE_SIGNS) opened = 0;
    } else if (opened === 0) opened = part.length;
    else if (part.length === opened || (opened >= FENCE_SIGNS && part.length > opened)) opened = 0;
  }
  return opened > 0;
}
