import { withoutMarks } from '@sangam/shared/core/without-marks';
import { useEffect, useRef, useState } from 'react';
import { useThreads } from '../../state/thread/threads';

/** Reads new messages of the open conversation to assistive technology, politely. */
export function Announcer({ otherId, name }: { otherId: number; name: string }) {
  const isLoaded = useThreads((state) => state.byId[otherId]?.status === 'ready');
  // Of a reader who is further back, the newest loaded message is an old one.
  const follows = useThreads((state) => state.byId[otherId]?.follows ?? true);
  const newest = useThreads((state) => state.byId[otherId]?.messages.at(-1));
  // What was there when the conversation was opened is not news; null until it has loaded.
  const seen = useRef<number | null>(null);
  const [news, setNews] = useState({ seq: 0, text: '' });
  useEffect(() => {
    if (!isLoaded) return;
    if (!follows) {
      seen.current = null;
      return;
    }
    const before = seen.current;
    seen.current = Math.max(before ?? 0, newest?.seq ?? 0);
    if (before === null || newest === undefined || newest.seq <= before || newest.sender_id !== otherId) return;
    setNews({ seq: newest.seq, text: `${name}: ${withoutMarks(newest.content)}` });
  }, [isLoaded, follows, newest, otherId, name]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {/* A new element for each, so that the same words twice are read twice. */}
      <span key={news.seq}>{news.text}</span>
    </p>
  );
}
