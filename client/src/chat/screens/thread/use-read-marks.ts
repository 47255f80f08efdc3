import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect } from 'react';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { setReaderPresent } from '../../state/thread/threads';
import { markReadUpTo } from '../../sync/mark-read';
import type { ThreadItems } from '../thread-items/thread.select';

interface ReadMarks {
  conversation: ConversationKey;
  me: number;
  scroller: RefObject<HTMLDivElement | null>;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  items: ThreadItems;
  /** False while the thread is still scrolling to its start position. */
  settled: boolean;
}

const isReading = (): boolean => !document.hidden && document.hasFocus();

/**
 * Marks messages as read up to the newest one by another member on screen, but only while the window has the focus. Returns the check,
 * which must also run on scroll.
 */
export function useReadMarks({ conversation, me, scroller, virtualizer, items, settled }: ReadMarks): () => void {
  const check = useCallback(() => {
    const pane = scroller.current;
    if (pane === null || !settled || !isReading()) return;
    const bottom = pane.scrollTop + pane.clientHeight;
    const lead = Math.max(0, pane.clientHeight - virtualizer.getTotalSize());
    for (const row of virtualizer.getVirtualItems().toReversed()) {
      // Half a row is enough: a message taller than the window is never fully visible.
      if (row.start + lead + Math.min(row.size, pane.clientHeight) / 2 > bottom) continue;
      const item = items.at(row.index);
      // Own messages need no mark.
      if (item?.kind !== 'stored' || item.message.sender_id === me) continue;
      markReadUpTo(conversation, item.message.seq);
      return;
    }
  }, [conversation, me, scroller, virtualizer, items, settled]);

  useEffect(() => {
    const frame = requestAnimationFrame(check);
    return () => cancelAnimationFrame(frame);
  });

  // A conversation may open in a window without the focus, or while the previous one is being left.
  useEffect(() => setReaderPresent(conversation, isReading()), [conversation]);

  useEffect(() => {
    const onChange = () => {
      setReaderPresent(conversation, isReading());
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
  }, [conversation, check]);

  return check;
}
