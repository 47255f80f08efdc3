import { emojiOfCode, findEmoji, typedCodeAt } from '../emoji/shortcodes';
import { type Found, SuggestList, type SuggestProps } from './SuggestList';

/** Lists emoji above a field for the shortcode being typed. A complete shortcode becomes its emoji. */
export const EmojiSuggest = (props: SuggestProps) => (
  <SuggestList {...props} label="Emoji" count={(shown) => `${shown} emoji`} find={findAt} />
);

function findAt(text: string, caret: number, isTyped: boolean): Found | null {
  const typed = typedCodeAt(text, caret);
  if (typed === null) return null;
  const { start, code, isWhole } = typed;
  const whole = isWhole && isTyped ? emojiOfCode(code) : null;
  if (whole !== null) return { start, whole };
  return {
    start,
    list: (isWhole ? [] : findEmoji(code)).map((found) => ({
      key: found.emoji,
      text: found.emoji,
      label: `${found.label}, :${found.code}:`,
      view: (
        <>
          <span className="w-7 shrink-0 text-center font-emoji text-xl">{found.emoji}</span>
          <span className="truncate text-sm">:{found.code}:</span>
        </>
      ),
    })),
  };
}
