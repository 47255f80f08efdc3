import { useLayoutEffect, useRef, useState } from 'react';
import { cx } from './cx';
import { LinkedText } from './LinkedText';

interface LongTextProps {
  text: string;
  /** Names the text for assistive technology. */
  of: string;
  className?: string;
  /** How many of its lines show at first. */
  lines?: 4 | 6;
}

/** A member's text: its first lines, with a button that shows all of it. */
export function LongText({ text, of, className = 'text-sm', lines = 4 }: LongTextProps) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [whole, setWhole] = useState(false);
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = paragraph.current;
    if (element === null || whole) return;
    const measure = () => setCut(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [whole]);
  return (
    <div>
      <p
        ref={paragraph}
        dir="auto"
        className={cx('whitespace-pre-line', className, !whole && (lines === 4 ? 'line-clamp-4' : 'line-clamp-6'))}
      >
        <LinkedText text={text} />
      </p>
      {(isCut || whole) && (
        <button
          type="button"
          aria-expanded={whole}
          aria-label={whole ? `Show less of ${of}` : `Show all of ${of}`}
          onClick={() => setWhole(!whole)}
          className="min-h-control-sm font-medium text-muted text-sm underline underline-offset-4 hover:text-fg"
        >
          {whole ? 'Show less' : 'Show all'}
        </button>
      )}
    </div>
  );
}
