import { clockTime, shortDate } from '@sangam/shared/core/time';
import { Check, CheckCheck, CircleAlert, Clock, Pin } from 'lucide-react';
import { cx } from '../../../ui/cx';
import { type MessageItem, storedOf, timeOf } from '../thread-items/thread.select';
import { seenWords } from './seen-words';

const editedAt = (iso: string): string => `${shortDate(iso)}, ${clockTime(iso)}`;

interface MessageMetaProps {
  item: MessageItem;
  own: boolean;
  /** True when the other member has read it. */
  seen: boolean;
  /** In a team: the number of members who have read it, and of all members whose read marks are shown. */
  seenBy: number;
  readers: number;
}

/** Shows whether a message is pinned or edited, its time and, if it is the reader's own, its delivery. */
export function MessageMeta({ item, own, seen, seenBy, readers }: MessageMetaProps) {
  const time = timeOf(item);
  const stored = storedOf(item);
  return (
    <span className="float-right mt-1.5 -mb-0.5 ml-3 inline-flex select-none items-center gap-1 text-muted text-xs leading-4">
      {stored?.pinned && <Pin role="img" aria-label="Pinned" className="size-3" />}
      {stored?.edited_at && (
        <time dateTime={stored.edited_at} title={`Edited ${editedAt(stored.edited_at)}`}>
          edited
        </time>
      )}
      <time dateTime={time}>{clockTime(time)}</time>
      {own && (
        <Tick state={tickOf(item, seen || seenBy > 0)} words={seenBy > 0 ? seenWords(seenBy, readers) : undefined} />
      )}
    </span>
  );
}

function tickOf(item: MessageItem, seen: boolean) {
  if (item.kind === 'pending') return item.pending.state;
  return item.waits ? 'waiting' : seen ? 'seen' : 'sent';
}

type TickState = 'waiting' | 'sending' | 'sent' | 'seen' | 'failed';

const ticks = {
  waiting: { icon: Clock, label: 'Sending' },
  sending: { icon: Clock, label: 'Sending' },
  sent: { icon: Check, label: 'Sent' },
  seen: { icon: CheckCheck, label: 'Seen' },
  failed: { icon: CircleAlert, label: 'Not sent' },
};

/** The delivery state of the reader's own message. */
function Tick({ state, words }: { state: TickState; words: string | undefined }) {
  const { icon: Icon, label } = ticks[state];
  return (
    <Icon
      role="img"
      aria-label={(state === 'seen' && words) || label}
      data-tick={state}
      className={cx('size-3.5', state === 'seen' && 'text-fg', state === 'failed' && 'text-danger-text')}
    />
  );
}
