import { useEffect } from 'react';
import { cx } from '../../../ui/cx';
import type { FoundEmoji } from './shortcodes';

/** Nobody looks through more results; another letter narrows them. */
const SHOWN_MAX = 140;

export const foundId = (index: number): string => `found-emoji-${index}`;

interface FoundEmojisProps {
  found: readonly FoundEmoji[];
  activeIndex: number;
  onPoint: (index: number) => void;
  onChoose: (emoji: string) => void;
}

/** The emoji that a search has found. The focus stays in the search field. */
export function FoundEmojis({ found, activeIndex, onPoint, onChoose }: FoundEmojisProps) {
  useEffect(() => {
    document.getElementById(foundId(activeIndex))?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);
  return (
    <>
      <p role="status" className={found.length > 0 ? 'sr-only' : 'grid flex-1 place-items-center text-muted text-sm'}>
        {found.length > 0 ? `${found.length} emoji found` : 'No emoji found'}
      </p>
      <div
        id="found-emoji"
        role="listbox"
        aria-label="Emoji"
        className={cx('flex-1 content-start overflow-y-auto', found.length > 0 ? 'flex flex-wrap' : 'hidden')}
      >
        {found.slice(0, SHOWN_MAX).map(({ emoji, label }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the search field names the active one
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the keyboard, and chooses with Enter
          <div
            key={emoji}
            id={foundId(index)}
            role="option"
            aria-selected={index === activeIndex}
            aria-label={label}
            title={label}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => onPoint(index)}
            onClick={() => onChoose(emoji)}
            className={cx(
              'flex h-control w-1/7 cursor-pointer items-center justify-center rounded-md font-emoji text-2xl',
              index === activeIndex && 'bg-hover',
            )}
          >
            {emoji}
          </div>
        ))}
      </div>
    </>
  );
}
