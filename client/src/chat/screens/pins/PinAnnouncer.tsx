import { useEffect, useState } from 'react';
import { useSession } from '../../../core/session/session';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { useMessageText, useNamesIn } from '../../state/kinds';
import { useShownMessage } from '../message/use-shown-message';

interface PinAnnouncerProps {
  conversation: ConversationKey;
  name: string;
  /** The pins when the conversation was opened, which aren't announced. */
  before: readonly number[];
  pins: readonly number[];
  /** Returns true while the member's own pin or unpin of this message is pending. */
  isOwn: (seq: number) => boolean;
}

interface PinChange {
  seq: number;
  isPinned: boolean;
  isOwn: boolean;
}

/** Announces messages pinned and unpinned in the open conversation to assistive technology, each once. */
export function PinAnnouncer({ conversation, name, before, pins, isOwn }: PinAnnouncerProps) {
  const [known, setKnown] = useState(before);
  const [change, setChange] = useState<PinChange | null>(null);
  if (pins !== known) {
    setKnown(pins);
    const pinned = pins.find((seq) => !known.includes(seq));
    const seq = pinned ?? known.find((one) => !pins.includes(one));
    if (seq !== undefined) setChange({ seq, isPinned: pinned !== undefined, isOwn: isOwn(seq) });
  }
  return (
    <p role="status" className="sr-only">
      {change && (
        <Announcement key={`${change.seq}${change.isPinned}`} conversation={conversation} name={name} {...change} />
      )}
    </p>
  );
}

/** Screen readers announce a live region only if it existed before its text. */
const STANDS_MS = 100;

function Announcement({
  conversation,
  name,
  seq,
  isPinned,
  isOwn,
}: PinChange & { conversation: ConversationKey; name: string }) {
  const message = useShownMessage(conversation, seq);
  const words = useMessageText(conversation, message);
  const me = useSession((state) => state.user?.id ?? 0);
  const [pinner = name] = useNamesIn(conversation, [(isOwn ? me : message?.pinned?.user_id) ?? 0], me, name);
  const [said, setSaid] = useState<{ text: string; content: string } | null>(null);
  useEffect(() => {
    const pinnedBy = isOwn ? me : message?.pinned?.user_id;
    // An outdated copy of the message doesn't say who pinned it.
    if (!message || (isPinned && pinnedBy === undefined)) return;
    const unpinned = isOwn ? 'You unpinned' : 'No longer pinned';
    const happened = isPinned ? `${pinner} pinned` : unpinned;
    const { content } = message;
    const text = `${happened}: ${words}`;
    const timer = setTimeout(() => setSaid((before) => before ?? { text, content }), STANDS_MS);
    return () => clearTimeout(timer);
  }, [message, words, isOwn, isPinned, me, pinner]);
  // Announced only once, and removed from the page if the message is edited or deleted.
  return said !== null && said.content === message?.content && said.text;
}
