import { emojis } from 'virtual:emoji-data';
import { shortcodes } from 'virtual:emoji-shortcodes';
import { storedTone, TONES, withTone } from '../../state/emoji';

export interface FoundEmoji {
  emoji: string;
  code: string;
  label: string;
}

const SHOWN_MAX = 6;
/** The category of emoji parts, such as skin tones and hair. */
const COMPONENT = 2;

const all = emojis.flatMap(([emoji, category, , label, tags, tones], index) =>
  category === COMPONENT
    ? []
    : [
        {
          emoji,
          tones,
          label,
          tags: `${label} ${tags}`.toLowerCase().split(/[\s:]+/u),
          codes: shortcodes[index]?.split(' ') ?? [],
        },
      ],
);
const byCode = new Map(all.flatMap((each) => each.codes.map((code) => [code, each])));

/** Matches a code with a skin tone, `wave_tone3`, or the beginning of one. */
const toned = /^(.+)_t(?:o(?:n(?:e([1-5])?)?)?)?$/u;

/** Returns the emoji with exactly this code, in the member's skin tone. */
export function emojiOf(code: string): string | null {
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

/** Ranks how well a code matches; lower is better. */
const fits = (code: string, typed: string): number => {
  if (code === typed) return 0;
  if (code.startsWith(typed)) return 1;
  return code.includes(`_${typed}`) ? 2 : Number.POSITIVE_INFINITY;
};
const BY_WORD = 3;

/** Finds emoji whose code begins with the text, then those with a word that does. */
export function findEmoji(typed: string): FoundEmoji[] {
  const tone = storedTone();
  const found = all.flatMap(({ emoji: plain, tones, label, tags, codes }) => {
    const emoji = withTone(plain, tones, tone);
    const ranked = codes.map((code) => ({ code, rank: fits(code, typed) }));
    const [best] = ranked.toSorted((a, b) => a.rank - b.rank || a.code.length - b.code.length);
    if (best === undefined) return [];
    const { code } = best;
    if (best.rank < BY_WORD) return [{ emoji, code, label, rank: best.rank }];
    return tags.some((tag) => tag.startsWith(typed)) ? [{ emoji, code: codes[0] ?? code, label, rank: BY_WORD }] : [];
  });
  const sorted = found.toSorted((a, b) => a.rank - b.rank || (a.rank < BY_WORD ? a.code.length - b.code.length : 0));
  return [...inTones(typed), ...sorted.map(({ emoji, code, label }) => ({ emoji, code, label }))].slice(0, SHOWN_MAX);
}

/** A shortcode being typed: `:hea`, or complete with its closing colon. */
export interface TypedCode {
  /** The position of its first colon. */
  start: number;
  code: string;
  isWhole: boolean;
}

/** Ignores colons in times, addresses and `a::b`. A single letter counts only when complete: `:x:`. */
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
