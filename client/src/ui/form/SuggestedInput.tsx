import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Completion } from '../../lib/text/completion';
import { cx } from '../cx';
import { Input } from './Input';
import type { FieldState } from './use-form';

interface SuggestedInputProps extends FieldState {
  label: string;
  name: string;
  hint?: string;
  placeholder?: string;
  autoComplete?: string;
  autoFocus?: boolean;
  value: string;
  onText: (text: string) => void;
  /** The possible suggestions, most used first; empty until loaded. */
  known: readonly string[];
  completion: Completion;
  /** Reserves space for the suggestions of an empty field, so that nothing moves when they have loaded. */
  holdsPlace?: boolean;
  onLeave?: (event: FocusEvent) => void;
  /** Called with the text that Enter has completed, in a field that searches or adds something. Without it, Enter submits the form. */
  onTaken?: (text: string) => void;
}

/** The height of an empty field's six suggestions: two lines on a phone, one where there is twice the width. */
const ROWS = 'min-h-[calc(2*var(--spacing-control-sm)+0.375rem)] @min-[40rem]:min-h-control-sm';

/** A text field with matching suggestions below it, several of which may be taken in a row. Any other text may be typed. */
export function SuggestedInput({ value, onText, known, completion, holdsPlace, ...rest }: SuggestedInputProps) {
  const { onLeave, onTaken, ...input } = rest;
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const suggestions = completion.suggest(known, value);
  const take = (suggestion: string, place: number) => {
    flushSync(() => onText(completion.complete(value, suggestion)));
    // Keeps the focus in the list: focusing the field would open a phone's keyboard over the other suggestions.
    const others = [...(list.current?.querySelectorAll('button') ?? [])];
    (others[place] ?? others.at(-1) ?? field.current)?.focus({ preventScroll: true });
  };
  const enter = (event: KeyboardEvent) => {
    if (onTaken === undefined || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const taken = completion.enter(known, value);
    if (taken === null) return;
    event.preventDefault();
    onText(taken);
    onTaken(taken);
  };
  return (
    <div className="@container grid gap-2">
      <Input
        {...input}
        ref={field}
        value={value}
        onChange={(event) => onText(event.target.value)}
        onBlur={onLeave}
        onKeyDown={enter}
      />
      {(suggestions.length > 0 || holdsPlace) && (
        <ul
          ref={list}
          aria-label="Suggestions"
          className={cx('flex flex-wrap content-start gap-1.5', holdsPlace && ROWS)}
        >
          {suggestions.map((suggestion, place) => (
            <li key={suggestion} className="flex min-w-0">
              <button
                type="button"
                onClick={() => take(suggestion, place)}
                className="min-h-control-sm min-w-control-sm rounded-md border border-line px-2.5 text-muted text-sm transition-colors hover:border-control hover:bg-hover hover:text-fg"
              >
                {suggestion}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
