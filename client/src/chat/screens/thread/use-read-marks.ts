import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect } from 'react';
import { setReaderPresent } from '../../state/thread/threads';
import { markReadUpTo } from '../../sync/mark-read';
import type { ThreadItems } from './thread.select';

interface ReadMarks {
  otherId: number;
  scroller: RefObject<HTMLDivElement | null>;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  items: ThreadItems;
  /** False while the thread is still on its way to where it opens. */
  settled: boolean;
}

const isReading = (): boolean => !document.hidden && document.hasFocus();

/**
 * Marks read up to the other member's highest message that is on screen, and only while the window has the reader's attention. Returns
 * the check, to be run on scroll as well.
 */
export function useReadMarks({ otherId, scroller, virtualizer, items, settled }: ReadMarks): () => void {
  const check = useCallback(() => {
    const pane = scroller.current;
    if (pane === null || !settled || !isReading()) return;
    const bottom = pane.scrollTop + pane.clientHeight;
    const lead = Math.max(0, pane.clientHeight - virtualizer.getTotalSize());
    for (const row of virtualizer.getVirtualItems().toReversed()) {
      // Half of it is enough: a message taller than the window is never wholly on screen.
      if (row.start + lead + Math.min(row.size, pane.clientHeight) / 2 > bottom) continue;
      const item = items.at(row.index);
      // One's own messages need no mark.
      if (item?.kind !== 'stored' || item.message.sender_id !== otherId) continue;
      markReadUpTo(otherId, item.message.seq);
      return;
    }
  }, [otherId, scroller, virtualizer, items, settled]);

  useEffect(() => {
    const frame = requestAnimationFrame(check);
    return () => cancelAnimationFrame(frame);
  });

  useEffect(() => {
    const onChange = () => {
      setReaderPresent(otherId, isReading());
      check();
    };
    window.addEventListener('focus', onChange);
    window.addEventListener('blur', onChange);
    document.addEventListener('visibilitychange', onChange);
    return () => {
      window.removeEventListener('focus', onChange);
      window.removeEventListener('blur', onChange);
      document.removeEventListener('visibilitychange', onChange);
    };
  }, [otherId, check]);

  return check;
}
