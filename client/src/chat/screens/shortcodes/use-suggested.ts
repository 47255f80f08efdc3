import { useEffect, useEffectEvent, useState } from 'react';
import { putIn } from './put-in';
import { emojiOf, type FoundEmoji, findEmoji } from './shortcodes';
import { type TypedCode, typedCodeAt } from './typed-code';

interface Suggested {
  typed: TypedCode;
  found: FoundEmoji[];
  activeIndex: number;
}

interface Suggesting {
  shown: Suggested | null;
  /** Makes one the one that Enter takes. */
  point: (index: number) => void;
  /** Puts it in place of what was typed. */
  take: (emoji: string) => void;
}

/** The emoji for the shortcode that is being typed in a field, chosen by the field's keys. One that is typed whole becomes its emoji. */
export function useSuggested(field: HTMLTextAreaElement, onChange: (text: string) => void): Suggesting {
  const [suggested, setSuggested] = useState<Suggested | null>(null);
  /** Where the shortcode begins for which Escape has closed the list. */
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
  /** True: the key was for the list. */
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
    // The composer would send, or leave its answer.
    event.preventDefault();
    event.stopPropagation();
  });
  // What was typed brought this part.
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

/** Not what was pasted, nor what an undo brought back. */
const isTyping = (event: Event): boolean =>
  event.type === 'compositionend' ||
  (event instanceof InputEvent && ['insertText', 'insertCompositionText'].includes(event.inputType));
