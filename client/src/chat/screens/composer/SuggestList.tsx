import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react';
import { cx } from '../../../ui/cx';
import { insertText } from './insert-text';

export interface SuggestProps {
  field: HTMLTextAreaElement;
  onChange: (text: string) => void;
}

/** Something that may replace the words being typed. */
export interface Suggestion {
  key: string;
  /** The text that is put into the field. */
  text: string;
  label: string;
  view: ReactNode;
}

/** Suggestions for the text from `start` to the caret, or `whole`, which replaces that text at once. */
export type Found = { start: number } & ({ list: readonly Suggestion[] } | { whole: string });

interface SuggestListProps extends SuggestProps {
  label: string;
  /** Returns the number of suggestions in words, for screen readers. */
  count: (shown: number) => string;
  /** Finds suggestions before the caret. `isTyped`: the text was just typed, not pasted or reached with the caret. */
  find: (text: string, caret: number, isTyped: boolean) => Found | null;
}

/** Lists suggestions for the words being typed, above their field. The field keeps the focus. */
export function SuggestList({ label, count, ...suggesting }: SuggestListProps) {
  const { field } = suggesting;
  const id = useId();
  const { shown, point, take } = useSuggested(suggesting);
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
        {shown && `${count(shown.list.length)}, up and down to choose, Enter to insert`}
      </p>
      {shown && (
        <div
          id={id}
          role="listbox"
          aria-label={label}
          className="absolute bottom-full left-0 z-20 mb-2 max-h-[min(18rem,35dvh)] w-72 max-w-full overflow-y-auto rounded-lg border border-line bg-raised p-1 text-fg shadow-float"
        >
          {shown.list.map((one, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field names the active one
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard, and chooses with Enter
            <div
              key={one.key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === shown.activeIndex}
              aria-label={one.label}
              // Keeps the focus in the field, and a phone's keyboard open.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => point(index)}
              onClick={() => take(one.text)}
              className={cx(
                'flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 pointer-coarse:min-h-control',
                index === shown.activeIndex && 'bg-hover',
              )}
            >
              {one.view}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

interface Suggested {
  start: number;
  list: readonly Suggestion[];
  activeIndex: number;
}

interface Suggesting {
  shown: Suggested | null;
  /** Makes this the suggestion that Enter takes. */
  point: (index: number) => void;
  /** Replaces the typed words. */
  take: (text: string) => void;
}

/** Finds suggestions for the words being typed in a field, and lets its keys choose among them. */
function useSuggested({ field, onChange, find }: Pick<SuggestListProps, 'field' | 'onChange' | 'find'>): Suggesting {
  const [suggested, setSuggested] = useState<Suggested | null>(null);
  /** The start of the words whose list Escape closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const shown = suggested?.start === closedAt ? null : suggested;

  const put = (start: number, text: string) => {
    setSuggested(null);
    if (!insertText(field, start, field.selectionStart, text)) onChange(field.value);
  };
  const look = ({ isTyped }: { isTyped: boolean }) => {
    const { value, selectionStart, selectionEnd } = field;
    const found = selectionStart === selectionEnd ? find(value, selectionStart, isTyped) : null;
    if (found === null) setClosedAt(null);
    if (found && 'whole' in found) return put(found.start, found.whole);
    setSuggested(found === null || found.list.length === 0 ? null : { ...found, activeIndex: 0 });
  };
  const point = (activeIndex: number) => setSuggested((now) => now && { ...now, activeIndex });
  /** Returns true when the key was for the list. */
  const choose = ({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => {
    if (shown === null || shiftKey || ctrlKey || metaKey || altKey) return false;
    const { start, list, activeIndex } = shown;
    const active = list[activeIndex];
    if (key === 'ArrowDown') point((activeIndex + 1) % list.length);
    else if (key === 'ArrowUp') point((activeIndex + list.length - 1) % list.length);
    else if ((key === 'Enter' || key === 'Tab') && active) put(start, active.text);
    else if (key === 'Escape') setClosedAt(start);
    else return false;
    return true;
  };

  const onText = useEffectEvent((event: Event) => {
    const isComposing = event instanceof InputEvent && event.isComposing;
    if (!isComposing) look({ isTyped: isTyping(event) });
  });
  const onMove = useEffectEvent(() => look({ isTyped: false }));
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || !choose(event)) return;
    // Otherwise the composer would handle the key: send, or cancel its reply.
    event.preventDefault();
    event.stopPropagation();
  });
  // The text that made this part load may already contain words to suggest for.
  const onBegin = useEffectEvent(() => look({ isTyped: true }));
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

  return { shown, point, take: (text) => shown && put(shown.start, text) };
}

const movesCaret = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']);

/** Whether the text was typed, not pasted or restored by undo. */
const isTyping = (event: Event): boolean =>
  event.type === 'compositionend' ||
  (event instanceof InputEvent && ['insertText', 'insertCompositionText'].includes(event.inputType));
