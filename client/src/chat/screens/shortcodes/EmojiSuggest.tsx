import { useId, useLayoutEffect } from 'react';
import { cx } from '../../../ui/cx';
import { emojiFont } from '../reactions/emoji-font';
import { useSuggested } from './use-suggested';

export interface EmojiSuggestProps {
  field: HTMLTextAreaElement;
  onChange: (text: string) => void;
}

/** Lists emoji above a field for the shortcode that is being typed in it. The field keeps the keyboard. */
export function EmojiSuggest({ field, onChange }: EmojiSuggestProps) {
  const id = useId();
  const { shown, point, take } = useSuggested(field, onChange);
  const activeId = shown && `${id}-${shown.activeIndex}`;

  // Said on the field, which is not rendered here. It stays a text box, since a text area may be nothing else.
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
              // The field keeps the focus, and a phone its keyboard.
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
