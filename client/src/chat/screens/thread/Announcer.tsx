import { withoutFormatting } from '@sangam/shared/core/without-formatting';
import { useEffect, useRef, useState } from 'react';
import { blocks } from '../../../contact/state/blocks';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { useKind, writerOf } from '../../state/kinds';
import { useThreads } from '../../state/thread/threads';
import { newestSeq, oldestSeq, type Thread } from '../../state/thread/threads.reduce';

/** When more arrive at once, only the last ones are read out, after their number. */
const READ_OUT_MAX = 5;
/** Texts are removed from the page after this time, once they have been read out. */
const STANDS_MS = 10_000;

interface ReadOut {
  seq: number;
  sender_id: number;
  content: string;
  writer: string;
}

interface AnnouncerProps {
  conversation: ConversationKey;
  name: string;
  me: number;
}

/** Announces new messages in the open conversation to assistive technology, politely. */
export function Announcer({ conversation, name, me }: AnnouncerProps) {
  const kind = useKind(conversation);
  const thread = useThreads(({ byId }) => byId[conversation]);
  // The newest message that needs no announcement. Messages present at first aren't announced, so it is null until the thread has loaded,
  // and while the reader is further back.
  const seen = useRef<number | null>(null);
  const known = blocks.use(({ byId }) => byId);
  const isHidden = (id: number) => kind.isNamed && known[id]?.is_blocked;
  const [readOut, setReadOut] = useState<{ of: readonly ReadOut[]; more: number }>({ of: [], more: 0 });
  useEffect(() => {
    if (thread?.status !== 'ready') return;
    const before = thread.follows ? seen.current : null;
    seen.current = thread.follows ? Math.max(before ?? 0, newestSeq(thread)) : null;
    if (before === null) return;
    const fresh = thread.messages
      .slice(Math.max(0, before + 1 - oldestSeq(thread)))
      .filter(
        ({ sender_id, deleted_at }) =>
          sender_id !== me && deleted_at === undefined && !(kind.isNamed && blocks.get(sender_id)?.is_blocked),
      )
      .map((message) => ({ ...message, writer: writerOf(conversation, message, name) }));
    if (fresh.length === 0) return;
    const last = fresh.slice(-READ_OUT_MAX);
    setReadOut(({ of }) => ({ of: [...of, ...last].slice(-READ_OUT_MAX), more: fresh.length - last.length }));
  }, [thread, me, kind, conversation, name]);
  useEffect(() => {
    if (readOut.of.length === 0) return;
    const timer = setTimeout(() => setReadOut({ of: [], more: 0 }), STANDS_MS);
    return () => clearTimeout(timer);
  }, [readOut]);
  return (
    <div role="status" aria-live="polite" aria-atomic="false" className="sr-only">
      {readOut.more > 0 && <p>{kind.several(readOut.more + readOut.of.length, name)}</p>}
      {/* Each message has its own element, so that it is read out even if its text repeats. */}
      {readOut.of.map(
        ({ seq, sender_id, content, writer }) =>
          thread &&
          says(thread, seq, content) &&
          !isHidden(sender_id) && <p key={seq}>{`${writer}: ${withoutFormatting(content)}`}</p>,
      )}
    </div>
  );
}

/** Whether the message still has this text: that of an edited or deleted message is removed from the page. */
const says = (thread: Thread, seq: number, content: string): boolean =>
  thread.messages[seq - oldestSeq(thread)]?.content === content;
