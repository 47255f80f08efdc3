import type { Message } from '@sangam/shared/chat/messages';
import { mayBeFormatted } from '@sangam/shared/core/without-formatting';
import { useEffect, useState } from 'react';
import { WAITS_MAX_MS } from '../../../core/store/wait-for-lists';
import { importOnce } from '../../../lib/loading/load-part';

// Each loads with the first text that needs it.
export const loadFormatted = importOnce(() => import('./FormattedText'));
export const loadMentioned = importOnce(() => import('../mentions/MentionedText'));

const partOf = ({ content, mentions }: Message) =>
  mentions?.length ? loadMentioned : mayBeFormatted.test(content) ? loadFormatted : null;

/**
 * Returns false while a thread should wait for the code that draws its texts: with it, lines break elsewhere. `messages` are null until
 * they have loaded. A thread seen before is shown at once, and one that is shown stays.
 */
export function useTextsReady(messages: readonly Message[] | null, isSeen: boolean): boolean {
  const [isReady, setReady] = useState(isSeen);
  useEffect(() => {
    if (isReady || messages === null) return;
    let isShown = true;
    const ready = () => isShown && setReady(true);
    const timer = setTimeout(ready, WAITS_MAX_MS);
    const parts = new Set(messages.map(partOf));
    void Promise.all([...parts].map((load) => load?.())).then(ready);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [messages, isReady]);
  return isReady;
}
