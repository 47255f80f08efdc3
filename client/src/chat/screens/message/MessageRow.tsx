import { keysOf } from '@sangam/shared/core/keys-of';
import { memo, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useIsBlocked } from '../../../contact/state/blocks';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { latePart, lazyPart } from '../../../lib/loading/lazy-part';
import { cardsBelow } from '../../../lib/text/linked-pages';
import { Avatar, hueOf } from '../../../ui/Avatar';
import { cx } from '../../../ui/cx';
import { MemberName } from '../../../ui/MemberName';
import { useWriterOf } from '../../state/kinds';
import { LINKED_PX } from '../thread-items/row-height';
import { type Joint, type MessageItem, sentOf, storedOf, timeOf } from '../thread-items/thread.select';
import { Bubble } from './Bubble';
import { DateSeparator, UnreadDivider } from './dividers';
import { MessageContent } from './MessageContent';
import { MessageMenu, openMenuOnTap } from './MessageMenu';
import { MessageMeta } from './MessageMeta';

/** Loaded on demand, since few messages are rejected. */
const PendingActions = latePart(() => import('./PendingActions'), 'PendingActions');

/** Loaded on demand, since few members are blocked. */
const HiddenMessage = lazyPart(() => import('./HiddenMessage'), 'HiddenMessage');
const SeenLine = lazyPart(() => import('./SeenLine'), 'SeenLine');

const LinkedCards = lazyPart(() => import('../cards/LinkedCards'), 'LinkedCards');
const Reactions = lazyPart(() => import('../reactions/Reactions'), 'Reactions');

interface MessageRowProps extends Joint {
  item: MessageItem;
  conversation: ConversationKey;
  me: number;
  own: boolean;
  /** Shows its writer, since the conversation has several. */
  isNamed?: boolean;
  /** True when the other member has read it. */
  seen: boolean;
  /** In a team: the number of members who have read it, and of all members whose read marks are shown. */
  seenBy?: number;
  readers?: number;
  /** The reader's own newest message. */
  isLastOwn?: boolean;
  /** The conversation's name. */
  name: string;
  /** True when the address names this message. */
  isTarget: boolean;
}

const sameItem = (a: MessageItem, b: MessageItem): boolean =>
  a.kind === 'stored'
    ? b.kind === 'stored' && a.message === b.message && a.waits === b.waits
    : b.kind === 'pending' && a.pending === b.pending;

/** Compares items by content, since each render of the list creates new ones; all other props are plain values. */
const isSameRow = (a: MessageRowProps, b: MessageRowProps): boolean =>
  keysOf(a).every((prop) => (prop === 'item' ? sameItem(a.item, b.item) : a[prop] === b[prop]));

/** One message of a thread, with the date and the unread divider above it. */
export const MessageRow = memo(function MessageRow({
  item,
  conversation,
  me,
  own,
  isNamed = false,
  seen,
  seenBy = 0,
  readers = 0,
  isLastOwn = false,
  name,
  newDay,
  firstUnread,
  grouped,
  isTarget,
}: MessageRowProps) {
  const time = timeOf(item);
  const stored = storedOf(item);
  const writer = useWriterOf(conversation, stored, name);
  const { content, reply_to: answered, project_id } = sentOf(item);
  const linked = cardsBelow(stored?.deleted_at ? '' : content, project_id);
  const row = useRef<HTMLDivElement>(null);
  const textId = useId();
  const [isHovered, setHovered] = useState(false);
  const [isOpened, setOpened] = useState(false);
  const writerId = isNamed && !own ? (stored?.sender_id ?? null) : null;
  const isHidden = useIsBlocked(writerId ?? 0) && !isOpened;
  // Screen readers and the Tab key continue from here.
  const takesFocus = isTarget || isOpened;
  useEffect(() => {
    if (takesFocus) row.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <>
      {newDay && <DateSeparator time={time} />}
      {firstUnread && <UnreadDivider />}
      <div
        ref={row}
        tabIndex={takesFocus ? -1 : undefined}
        data-seq={item.kind === 'stored' ? item.message.seq : undefined}
        data-message={content}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHovered(true)}
        onPointerLeave={() => setHovered(false)}
        className={cx(
          'group/message pb-0.5',
          (writerId !== null || isTarget) && 'relative',
          writerId !== null && 'pl-10',
          !grouped && !newDay && !firstUnread && 'pt-2.5',
          // The highlight is behind the row rather than in its padding, so that the bubble stays in its place.
          isTarget &&
            'isolate outline-none before:absolute before:inset-y-0 before:-inset-x-3 before:-z-10 before:rounded-md motion-safe:before:animate-arrive motion-reduce:before:bg-accent-soft md:before:-inset-x-5',
        )}
      >
        {writerId !== null && !grouped && (
          <span className="absolute left-0">
            <Avatar id={writerId} name={writer} size="sm" />
          </span>
        )}
        {isHidden ? (
          // As high as the hidden message's line.
          <Suspense fallback={<div className="h-control-sm" />}>
            <HiddenMessage name={writer} onShow={() => setOpened(true)} />
          </Suspense>
        ) : (
          <Bubble
            own={own}
            grouped={grouped}
            className={cx('relative flow-root', answered !== undefined && 'min-w-[min(16rem,82%)]')}
            onClick={openMenuOnTap}
          >
            {writerId !== null && !grouped ? (
              <MemberName
                id={writerId}
                name={writer}
                className={cx(
                  'mb-0.5 block w-fit max-w-full truncate font-semibold text-name text-sm',
                  hueOf(writerId),
                )}
              />
            ) : (
              <span className="sr-only">{own ? 'You: ' : `${writer}: `}</span>
            )}
            <MessageContent item={item} conversation={conversation} own={own} name={name} textId={textId} />
            <MessageMeta item={item} own={own} seen={seen} seenBy={seenBy} readers={readers} />
            <MessageMenu {...{ item, conversation, own, me, writer, isHovered, textId }} />
          </Bubble>
        )}
        {!isHidden && linked.length > 0 && (
          <Suspense fallback={<div style={{ height: linked.length * LINKED_PX }} />}>
            <LinkedCards pages={linked} own={own} askedTitle={stored?.project_title} />
          </Suspense>
        )}
        {!isHidden && stored?.reactions && (
          <Suspense fallback={<div className="h-9 pointer-coarse:h-10" />}>
            <Reactions message={stored} conversation={conversation} own={own} name={name} me={me} />
          </Suspense>
        )}
        {/* Shown from the start, so that nothing moves when the first member has read it. */}
        {isLastOwn && (
          <Suspense fallback={<div className="h-6 pointer-coarse:h-control" />}>
            <SeenLine item={item} conversation={conversation} seenBy={seenBy} readers={readers} />
          </Suspense>
        )}
        {item.kind === 'pending' && item.pending.state === 'failed' && <PendingActions pending={item.pending} />}
      </div>
    </>
  );
}, isSameRow);
