import { clockTime, dateSeparator, shortDate } from '@sangam/shared/core/time';
import { mayBeFormatted } from '@sangam/shared/core/without-marks';
import { Check, CheckCheck, CircleAlert, Clock, Pin } from 'lucide-react';
import { type ComponentType, lazy, memo, Suspense, useEffect, useRef, useState } from 'react';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { cardsBelow } from '../../../lib/text/linked-pages';
import { isOnlyEmoji } from '../../../lib/text/only-emoji';
import { cx } from '../../../ui/cx';
import { LinkedText } from '../../../ui/LinkedText';
import { useNow } from '../../../ui/TimeAgo';
import { filesHeight, LINKED_PX } from '../thread/row-height';
import { type Joint, type MessageItem, timeOf } from '../thread/thread.select';
import { Bubble } from './Bubble';
import { MessageMenu, openMenuOnTap } from './MessageMenu';

/** Few messages are rejected. */
const PendingActions = lazyPart(() => import('./PendingActions'), 'PendingActions');

/** Few messages are replies. */
const Quote = lazyPart(() => import('./Quote'), 'Quote');
const MessageFiles = lazyPart(() => import('../attachments/MessageFiles'), 'MessageFiles');
const LinkedCards = lazyPart(() => import('../cards/LinkedCards'), 'LinkedCards');
const Reactions = lazyPart(() => import('../reactions/Reactions'), 'Reactions');

const editedAt = (iso: string): string => `${shortDate(iso)}, ${clockTime(iso)}`;

interface MessageRowProps extends Joint {
  item: MessageItem;
  conversation: ConversationKey;
  me: number;
  own: boolean;
  /** True when the other member has read it. */
  seen: boolean;
  /** The other member's name. */
  name: string;
  /** True when the address names this message. */
  isTarget: boolean;
}

const sameItem = (a: MessageItem, b: MessageItem): boolean =>
  a.kind === 'stored'
    ? b.kind === 'stored' && a.message === b.message && a.waits === b.waits
    : b.kind === 'pending' && a.pending === b.pending;

function tickOf(item: MessageItem, seen: boolean) {
  if (item.kind === 'pending') return item.pending.state;
  return item.waits ? 'waiting' : seen ? 'seen' : 'sent';
}

/** One message of a thread, with the date and the unread divider above it. */
export const MessageRow = memo(
  function MessageRow({
    item,
    conversation,
    me,
    own,
    seen,
    name,
    newDay,
    firstUnread,
    grouped,
    isTarget,
  }: MessageRowProps) {
    const time = timeOf(item);
    const changed = item.kind === 'stored' ? item.message : null;
    const {
      content,
      attachments,
      reply_to: answered,
      project_id,
    } = item.kind === 'stored' ? item.message : item.pending;
    const linked = cardsBelow(changed?.deleted_at ? '' : content, project_id);
    const row = useRef<HTMLDivElement>(null);
    const [isHovered, setHovered] = useState(false);
    // Screen readers and the Tab key continue from here.
    useEffect(() => {
      if (isTarget) row.current?.focus({ preventScroll: true });
    }, [isTarget]);
    return (
      <>
        {newDay && <DateSeparator time={time} />}
        {firstUnread && <UnreadDivider />}
        <div
          ref={row}
          tabIndex={isTarget ? -1 : undefined}
          data-seq={item.kind === 'stored' ? item.message.seq : undefined}
          data-message={content}
          onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHovered(true)}
          className={cx(
            'group/message pb-0.5',
            !grouped && !newDay && !firstUnread && 'pt-2.5',
            isTarget &&
              '-mx-3 rounded-md px-3 outline-none motion-safe:animate-arrive motion-reduce:bg-accent-soft md:-mx-5 md:px-5',
          )}
        >
          <Bubble
            own={own}
            grouped={grouped}
            className={cx('relative flow-root', answered !== undefined && 'min-w-[min(16rem,82%)]')}
            onClick={openMenuOnTap}
          >
            <span className="sr-only">{own ? 'You: ' : `${name}: `}</span>
            {answered !== undefined && !changed?.deleted_at && (
              <Suspense fallback={<span className="mb-1 block h-11" />}>
                <Quote conversation={conversation} name={name} seq={answered} from={changed?.seq} />
              </Suspense>
            )}
            {attachments && (
              <Suspense fallback={<div style={{ height: filesHeight(attachments) }} />}>
                <MessageFiles files={attachments} senderId={own ? null : (changed?.sender_id ?? null)} />
              </Suspense>
            )}
            {changed?.deleted_at ? (
              <em className="text-muted">{content}</em>
            ) : (
              content !== attachments?.[0]?.name && (
                <bdi className={cx(isOnlyEmoji(content) && 'block text-emoji')}>
                  <MessageText text={content} />
                </bdi>
              )
            )}
            <span className="float-right mt-1.5 -mb-0.5 ml-3 inline-flex select-none items-center gap-1 text-2xs text-muted">
              {changed?.pinned && <Pin role="img" aria-label="Pinned" className="size-3" />}
              {changed?.edited_at && (
                <time dateTime={changed.edited_at} title={`Edited ${editedAt(changed.edited_at)}`}>
                  edited
                </time>
              )}
              <time dateTime={time}>{clockTime(time)}</time>
              {own && <Tick state={tickOf(item, seen)} />}
            </span>
            <MessageMenu item={item} conversation={conversation} own={own} me={me} isHovered={isHovered} />
          </Bubble>
          {linked.length > 0 && (
            <Suspense fallback={<div style={{ height: linked.length * LINKED_PX }} />}>
              <LinkedCards pages={linked} own={own} askedTitle={changed?.project_title} />
            </Suspense>
          )}
          {changed?.reactions && (
            <Suspense fallback={<div className="h-9 pointer-coarse:h-10" />}>
              <Reactions message={changed} conversation={conversation} own={own} name={name} me={me} />
            </Suspense>
          )}
          {item.kind === 'pending' && item.pending.state === 'failed' && (
            <Suspense>
              <PendingActions pending={item.pending} />
            </Suspense>
          )}
        </div>
      </>
    );
  },
  (a, b) =>
    sameItem(a.item, b.item) &&
    a.conversation === b.conversation &&
    a.me === b.me &&
    a.own === b.own &&
    a.seen === b.seen &&
    a.name === b.name &&
    a.newDay === b.newDay &&
    a.firstUnread === b.firstUnread &&
    a.grouped === b.grouped &&
    a.isTarget === b.isTarget,
);

/** Names the day that begins below. */
export function DateSeparator({ time }: { time: string }) {
  // "Today" becomes "Yesterday" at midnight while the page is open.
  const now = useNow();
  return (
    <div className="flex justify-center pt-4 pb-3">
      <span className="rounded-full border border-line px-3 py-0.5 text-muted text-xs">{dateSeparator(time, now)}</span>
    </div>
  );
}

function UnreadDivider() {
  return (
    <div className="flex items-center gap-3 py-3 font-medium text-accent-text text-xs">
      <span aria-hidden className="h-px flex-1 bg-accent" />
      Unread messages
      <span aria-hidden className="h-px flex-1 bg-accent" />
    </div>
  );
}

// Loads with the first text that needs it. Without it, the text stays as typed.
const FormattedText = lazy<ComponentType<{ text: string }>>(() =>
  import('./FormattedText').then(
    ({ FormattedText }) => ({ default: FormattedText }),
    () => ({ default: LinkedText }),
  ),
);

/** A message's text: formatted (R6.12), or with its links only. */
export function MessageText({ text }: { text: string }) {
  const plain = <LinkedText text={text} />;
  if (!mayBeFormatted.test(text)) return plain;
  return (
    <Suspense fallback={plain}>
      <FormattedText text={text} />
    </Suspense>
  );
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
function Tick({ state }: { state: TickState }) {
  const { icon: Icon, label } = ticks[state];
  return (
    <Icon
      role="img"
      aria-label={label}
      data-tick={state}
      className={cx('size-3.5', state === 'seen' && 'text-fg', state === 'failed' && 'text-danger-text')}
    />
  );
}
