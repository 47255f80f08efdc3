import { emojis } from 'virtual:emoji-data';
import { shortcodes } from 'virtual:emoji-shortcodes';
import { storedTone, TONES, withTone } from '../../state/emoji';

export interface FoundEmoji {
  emoji: string;
  code: string;
  label: string;
}

const SHOWN_MAX = 6;
/** Parts of other emoji: a skin tone, a kind of hair. */
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

/** A code whose skin tone is said, `wave_tone3`, or begins to be. */
const toned = /^(.+)_t(?:o(?:n(?:e([1-5])?)?)?)?$/u;

/** The emoji that is called exactly so, in the member's skin tone. */
export function emojiOf(code: string): string | null {
  const found = byCode.get(code);
  if (found) return withTone(found.emoji, found.tones, storedTone());
  const [exact] = inTones(code);
  return exact?.code === code ? exact.emoji : null;
}

/** An emoji in the tones that a code names. */
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

/** How well a code fits; the lower, the better. */
const fits = (code: string, typed: string): number => {
  if (code === typed) return 0;
  if (code.startsWith(typed)) return 1;
  return code.includes(`_${typed}`) ? 2 : Number.POSITIVE_INFINITY;
};
const BY_WORD = 3;

/** The emoji whose code begins so, then those with a word that does. */
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

/** A shortcode that is being typed: `:hea`, or whole with its closing colon. */
export interface TypedCode {
  /** Where its first colon stands. */
  start: number;
  code: string;
  isWhole: boolean;
}

/** Not within a time, an address or `a::b`. A single letter is one when it is whole: `:x:`. */
const typed = /(?<![\p{L}\p{N}:/_]):([\w+-]{2,}|[a-z](?=:$))(:?)$/iu;
const LONGEST_CODE_CHARS = 60;

/** The shortcode that ends where the caret is; null where there is none, and in code, which stays as it is typed. */
export function typedCodeAt(text: string, caret: number): TypedCode | null {
  const [found, code = '', end] = typed.exec(text.slice(Math.max(0, caret - LONGEST_CODE_CHARS), caret)) ?? [];
  if (found === undefined || isInCode(text.slice(0, caret))) return null;
  return { start: caret - found.length, code: code.toLowerCase(), isWhole: end === ':' };
}

const FENCE_SIGNS = 3;

/** Whether what follows this text is code: a block that was begun, or a span on the same line. */
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
