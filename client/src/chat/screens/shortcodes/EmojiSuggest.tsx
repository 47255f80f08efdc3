import { useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react';
import { cx } from '../../../ui/cx';
import { emojiFont } from '../reactions/Reactions';
import { putIn } from './put-in';
import { emojiOf, type FoundEmoji, findEmoji, type TypedCode, typedCodeAt } from './shortcodes';

export interface EmojiSuggestProps {
  field: HTMLTextAreaElement;
  onChange: (text: string) => void;
}

/** Lists emoji above a field for the shortcode being typed. The field keeps the focus. */
export function EmojiSuggest({ field, onChange }: EmojiSuggestProps) {
  const id = useId();
  const { shown, point, take } = useSuggested(field, onChange);
  const activeId = shown && `${id}-${shown.activeIndex}`;

  // Sets ARIA attributes on the field, which isn't rendered here. A textarea can't have the combobox role.
  useLayoutEffect(() => {
    if (activeId === null) return;
    const said = { autocomplete: 'list', haspopup: 'listbox', controls: id, activedescendant: activeId };
    for (const [name, value] of Object.entries(said)) field.setAttribute(`aria-${name}`, value);
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    return () => {
      for (const name of Object.keys(said)) field.removeAttribute(`aria-${name}`);
    };
  }, [field, id, activeId]);

  return (
    <>
      <p role="status" className="sr-only">
        {shown && `${shown.found.length} emoji, up and down to choose, Enter to take`}
      </p>
      {shown && (
        <div
          id={id}
          role="listbox"
          aria-label="Emoji"
          className="absolute bottom-full left-0 z-20 mb-2 max-h-[min(18rem,35dvh)] w-72 max-w-full overflow-y-auto rounded-lg border border-line bg-raised p-1 text-fg shadow-float"
        >
          {shown.found.map(({ emoji, code, label }, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field names the active one
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard, and chooses with Enter
            <div
              key={emoji}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === shown.activeIndex}
              aria-label={`${label}, :${code}:`}
              // Keeps the focus in the field, and a phone's keyboard open.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => point(index)}
              onClick={() => take(emoji)}
              className={cx(
                'flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 pointer-coarse:min-h-control',
                index === shown.activeIndex && 'bg-hover',
              )}
            >
              <span className={cx(emojiFont, 'w-7 shrink-0 text-center text-xl')}>{emoji}</span>
              <span className="truncate text-sm">:{code}:</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}

interface Suggested {
  typed: TypedCode;
  found: FoundEmoji[];
  activeIndex: number;
}

interface Suggesting {
  shown: Suggested | null;
  /** Makes this the emoji that Enter inserts. */
  point: (index: number) => void;
  /** Replaces the typed shortcode. */
  take: (emoji: string) => void;
}

/**
 * Suggests emoji for the shortcode being typed in a field, chosen with the field's keys. A complete shortcode becomes
 * its emoji.
 */
export function useSuggested(field: HTMLTextAreaElement, onChange: (text: string) => void): Suggesting {
  const [suggested, setSuggested] = useState<Suggested | null>(null);
  /** The start of the shortcode whose list Escape closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const shown = suggested?.typed.start === closedAt ? null : suggested;

  const put = (typed: TypedCode, emoji: string) => {
    setSuggested(null);
    if (!putIn(field, typed.start, field.selectionStart, emoji)) onChange(field.value);
  };
  const look = (isTyped: boolean) => {
    const { value, selectionStart, selectionEnd } = field;
    const typed = selectionStart === selectionEnd ? typedCodeAt(value, selectionStart) : null;
    if (typed === null) setClosedAt(null);
    const whole = typed?.isWhole && isTyped ? emojiOf(typed.code) : null;
    if (typed && whole !== null) return put(typed, whole);
    const found = typed === null || typed.isWhole ? [] : findEmoji(typed.code);
    setSuggested(typed === null || found.length === 0 ? null : { typed, found, activeIndex: 0 });
  };
  const point = (activeIndex: number) => setSuggested((now) => now && { ...now, activeIndex });
  /** Returns true when the key was for the list. */
  const choose = ({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => {
    if (shown === null || shiftKey || ctrlKey || metaKey || altKey) return false;
    const { typed, found, activeIndex } = shown;
    const active = found[activeIndex];
    if (key === 'ArrowDown') point((activeIndex + 1) % found.length);
    else if (key === 'ArrowUp') point((activeIndex + found.length - 1) % found.length);
    else if ((key === 'Enter' || key === 'Tab') && active) put(typed, active.emoji);
    else if (key === 'Escape') setClosedAt(typed.start);
    else return false;
    return true;
  };

  const onText = useEffectEvent((event: Event) => {
    const isComposing = event instanceof InputEvent && event.isComposing;
    if (!isComposing) look(isTyping(event));
  });
  const onMove = useEffectEvent(() => look(false));
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || !choose(event)) return;
    // Otherwise the composer would send, or cancel its reply.
    event.preventDefault();
    event.stopPropagation();
  });
  // The text that loaded this part may hold a shortcode already.
  const onBegin = useEffectEvent(() => look(true));
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    field.addEventListener('input', (event) => onText(event), { signal });
    field.addEventListener('compositionend', (event) => onText(event), { signal });
    field.addEventListener('keydown', (event) => onKey(event), { signal });
    field.addEventListener('keyup', ({ key }) => movesCaret.has(key) && onMove(), { signal });
    field.addEventListener('click', () => onMove(), { signal });
    field.addEventListener('blur', () => setSuggested(null), { signal });
    onBegin();
    return () => ended.abort();
  }, [field]);

  return { shown, point, take: (emoji) => shown && put(shown.typed, emoji) };
}

const movesCaret = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']);

/** Excludes pasted text and undo. */
const isTyping = (event: Event): boolean =>
  event.type === 'compositionend' ||
  (event instanceof InputEvent && ['insertText', 'insertCompositionText'].includes(event.inputType));
