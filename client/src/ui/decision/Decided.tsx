import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Chip } from '../Chip';
import { cx } from '../cx';

interface DecidedProps {
  /**
   * A word for the state, or the next step. null while there is something to decide; '' leaves the place empty, since the outcome stands
   * elsewhere or is none.
   */
  outcome: ReactNode;
  /** The buttons. */
  children: ReactNode;
  className?: string;
}

/**
 * Buttons that are replaced by their outcome. The space keeps its size, so that no other button moves under the pointer. If a button had
 * the focus, the outcome takes it, or the one elsewhere in the row.
 */
export function Decided({ outcome, children, className }: DecidedProps) {
  const isDecided = outcome !== null;
  const [wasOpen, setWasOpen] = useState(!isDecided);
  if (!isDecided && !wasOpen) setWasOpen(true);
  const buttons = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = buttons;
    if (!isDecided || !current?.contains(document.activeElement)) return;
    const near = () => current.closest('[data-decision]')?.querySelector<HTMLElement>('[data-outcome]');
    (words.current ?? near())?.focus({ preventScroll: true });
  }, [isDecided]);
  if (!wasOpen && outcome === '') return null;
  return (
    <div className={cx('grid items-center', className)}>
      {wasOpen && (
        <div
          ref={buttons}
          inert={isDecided}
          aria-hidden={isDecided || undefined}
          className={cx('col-start-1 row-start-1 flex flex-wrap items-center gap-2', isDecided && 'invisible')}
        >
          {children}
        </div>
      )}
      {isDecided && outcome !== '' && (
        <div
          ref={words}
          data-outcome
          tabIndex={-1}
          className="col-start-1 row-start-1 flex justify-self-start rounded-sm font-medium text-sm"
        >
          {typeof outcome === 'string' ? <Chip tone="state">{outcome}</Chip> : outcome}
        </div>
      )}
    </div>
  );
}
