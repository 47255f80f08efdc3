import { useEffect, useRef, useState } from 'react';
import { useThreads } from '../../stores/threads';
import { newestSeq } from '../../stores/threads.reduce';

/** Reads new messages of the open conversation to assistive technology, politely. */
export function Announcer({ otherId, name }: { otherId: number; name: string }) {
  const newest = useThreads((state) => state.byId[otherId]?.messages.at(-1));
  const seen = useRef(newestSeq(useThreads.getState().byId[otherId] ?? { messages: [] }));
  const [news, setNews] = useState({ seq: 0, text: '' });
  useEffect(() => {
    if (newest === undefined || newest.seq <= seen.current) return;
    // What was there when the conversation was opened is not news.
    const first = seen.current === 0;
    seen.current = newest.seq;
    if (!first && newest.sender_id === otherId) setNews({ seq: newest.seq, text: `${name}: ${newest.content}` });
  }, [newest, otherId, name]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {/* A new element for each, so that the same words twice are read twice. */}
      <span key={news.seq}>{news.text}</span>
    </p>
  );
}
