import type { Message } from '@sangam/shared/chat/messages';
import { mayBeFormatted } from '@sangam/shared/core/without-formatting';
import { useEffect, useState } from 'react';
import { WAITS_MAX_MS } from '../../../core/store/wait-for-lists';
import { importOnce } from '../../../lib/loading/load-part';
import type { MentionedText } from '../mentions/MentionedText';
import type { FormattedText } from './FormattedText';

/** What draws texts, once loaded: without a suspension, which would show each text as typed first. */
export const textParts: {
  formatted: typeof FormattedText | null;
  mentioned: typeof MentionedText | null;
} = { formatted: null, mentioned: null };

// Each loads with the first text that needs it.
export const loadFormatted = importOnce(async () => {
  const part = await import('./FormattedText');
  textParts.formatted = part.FormattedText;
  return part;
});
export const loadMentioned = importOnce(async () => {
  const part = await import('../mentions/MentionedText');
  textParts.mentioned = part.MentionedText;
  return part;
});

/**
 * Returns false while a thread should wait for the code that draws its texts: with it, lines break elsewhere. `messages` are null until
 * they have loaded. A thread seen before is shown at once, and one that is shown stays.
 */
export function useTextsReady(messages: readonly Message[] | null): boolean {
  const [isReady, setReady] = useState(messages !== null);
  useEffect(() => {
    if (isReady || messages === null) return;
    const ready = () => setReady(true);
    const timer = setTimeout(ready, WAITS_MAX_MS);
    const parts = messages.map(({ content, mentions }) =>
      mentions?.length ? loadMentioned() : mayBeFormatted.test(content) ? loadFormatted() : null,
    );
    void Promise.all(parts).then(ready);
    return () => clearTimeout(timer);
  }, [messages, isReady]);
  return isReady;
}
