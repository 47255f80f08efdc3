import { emojis } from 'virtual:emoji-data';
import { shortcodes } from 'virtual:emoji-shortcodes';

export interface FoundEmoji {
  emoji: string;
  code: string;
  label: string;
}

const SHOWN_MAX = 6;
/** Parts of other emoji: a skin tone, a kind of hair. */
const COMPONENT = 2;

const all = emojis.flatMap(([emoji, category, , label, tags], index) =>
  category === COMPONENT
    ? []
    : [
        {
          emoji,
          label,
          tags: `${label} ${tags}`.toLowerCase().split(/[\s:]+/u),
          codes: shortcodes[index]?.split(' ') ?? [],
        },
      ],
);
const byCode = new Map(all.toReversed().flatMap(({ emoji, codes }) => codes.map((code) => [code, emoji])));

/** The emoji that is called exactly so. */
export const emojiOf = (code: string): string | null => byCode.get(code) ?? null;

/** How well a code fits; the lower, the better. */
const fits = (code: string, typed: string): number => {
  if (code === typed) return 0;
  if (code.startsWith(typed)) return 1;
  return code.includes(`_${typed}`) ? 2 : Number.POSITIVE_INFINITY;
};
const BY_WORD = 3;

/** The emoji whose code begins so, then those with a word that does. */
export function findEmoji(typed: string): FoundEmoji[] {
  const found = all.flatMap(({ emoji, label, tags, codes }) => {
    const ranked = codes.map((code) => ({ code, rank: fits(code, typed) }));
    const [best] = ranked.toSorted((a, b) => a.rank - b.rank || a.code.length - b.code.length);
    if (best === undefined) return [];
    const { code } = best;
    if (best.rank < BY_WORD) return [{ emoji, code, label, rank: best.rank }];
    return tags.some((tag) => tag.startsWith(typed)) ? [{ emoji, code: codes[0] ?? code, label, rank: BY_WORD }] : [];
  });
  const sorted = found.toSorted((a, b) => a.rank - b.rank || (a.rank < BY_WORD ? a.code.length - b.code.length : 0));
  return sorted.slice(0, SHOWN_MAX).map(({ emoji, code, label }) => ({ emoji, code, label }));
}
