import type { Mention } from '@sangam/shared/chat/mentions';
import { keysOf } from '@sangam/shared/core/keys-of';
import { clockTime, dateSeparator, shortDate } from '@sangam/shared/core/time';
import { withoutFormatting } from '@sangam/shared/core/without-formatting';
import { Check, CheckCheck, CircleAlert, Clock, Pin } from 'lucide-react';
import { memo, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useIsBlocked } from '../../../contact/state/blocks';
import { currentUserId } from '../../../core/session/session';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { latePart, lazyPart } from '../../../lib/loading/lazy-part';
import { cardsBelow } from '../../../lib/text/linked-pages';
import { isOnlyEmoji } from '../../../lib/text/only-emoji';
import { Avatar, hueOf } from '../../../ui/Avatar';
import { cx } from '../../../ui/cx';
import { LinkedText } from '../../../ui/LinkedText';
import { MemberName } from '../../../ui/MemberName';
import { useNow } from '../../../ui/TimeAgo';
import { useWriterOf } from '../../state/kinds';
import { filesPlace, LINKED_PX } from '../parts/row-height';
import { type Joint, type MessageItem, timeOf } from '../parts/thread.select';
import { Bubble } from './Bubble';
import { MessageMenu, openMenuOnTap } from './MessageMenu';
import { seenWords } from './seen-words';
import { textPartOf } from './text-parts';

/** Few messages are rejected. */
const PendingActions = latePart(() => import('./PendingActions'), 'PendingActions');

/** Few members are blocked. */
const HiddenMessage = lazyPart(() => import('./HiddenMessage'), 'HiddenMessage');
const SeenLine = lazyPart(() => import('./SeenLine'), 'SeenLine');

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
  /** Shows its writer, since the conversation has several. */
  isNamed?: boolean;
  /** True when the other member has read it. */
  seen: boolean;
  /** In a team: the number of members who have read it, of those whose read marks are shown. */
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

/** Each render of the list makes new items; all other props are plain values. */
const isSameRow = (a: MessageRowProps, b: MessageRowProps): boolean =>
  keysOf(a).every((prop) => (prop === 'item' ? sameItem(a.item, b.item) : a[prop] === b[prop]));

const storedOf = (item: MessageItem) => (item.kind === 'stored' ? item.message : null);

const sentOf = (item: MessageItem) => (item.kind === 'stored' ? item.message : item.pending);

function tickOf(item: MessageItem, seen: boolean) {
  if (item.kind === 'pending') return item.pending.state;
  return item.waits ? 'waiting' : seen ? 'seen' : 'sent';
}

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
  const changed = storedOf(item);
  const writer = useWriterOf(conversation, changed, name);
  const { content, reply_to: answered, project_id } = sentOf(item);
  const linked = cardsBelow(changed?.deleted_at ? '' : content, project_id);
  const row = useRef<HTMLDivElement>(null);
  const textId = useId();
  const [isHovered, setHovered] = useState(false);
  const [isOpened, setOpened] = useState(false);
  const writerId = isNamed && !own ? (changed?.sender_id ?? null) : null;
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
        className={cx(
          'group/message pb-0.5',
          writerId !== null && 'relative pl-10',
          !grouped && !newDay && !firstUnread && 'pt-2.5',
          isTarget &&
            '-mx-3 rounded-md px-3 outline-none motion-safe:animate-arrive motion-reduce:bg-accent-soft md:-mx-5 md:px-5',
        )}
      >
        {writerId !== null && !grouped && (
          <span className="absolute left-0">
            <Avatar id={writerId} name={writer} size="sm" />
          </span>
        )}
        {isHidden ? (
          // As high as it.
          <Suspense fallback={<div className="h-9 max-sm:h-16" />}>
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
            <Content item={item} conversation={conversation} own={own} name={name} textId={textId} />
            <Meta item={item} own={own} seen={seen} seenBy={seenBy} readers={readers} />
            <MessageMenu {...{ item, conversation, own, me, writer, isHovered, textId }} />
          </Bubble>
        )}
        {!isHidden && linked.length > 0 && (
          <Suspense fallback={<div style={{ height: linked.length * LINKED_PX }} />}>
            <LinkedCards pages={linked} own={own} askedTitle={changed?.project_title} />
          </Suspense>
        )}
        {!isHidden && changed?.reactions && (
          <Suspense fallback={<div className="h-9 pointer-coarse:h-10" />}>
            <Reactions message={changed} conversation={conversation} own={own} name={name} me={me} />
          </Suspense>
        )}
        {/* From the first moment, so that nothing moves with the first reader. */}
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

interface ContentProps extends Pick<MessageRowProps, 'item' | 'conversation' | 'own' | 'name'> {
  /** The id of the text. */
  textId: string;
}

/** The message that it answers, its files and its text. */
function Content({ item, conversation, own, name, textId }: ContentProps) {
  const { content, attachments, reply_to: answered } = sentOf(item);
  const changed = storedOf(item);
  return (
    <>
      {answered !== undefined && !changed?.deleted_at && (
        <Suspense fallback={<span className="mb-1 block h-11" />}>
          <Quote conversation={conversation} name={name} seq={answered} from={changed?.seq} />
        </Suspense>
      )}
      {attachments && (
        <Suspense fallback={<div className="-mx-1.5" style={filesPlace(attachments)} />}>
          <MessageFiles files={attachments} senderId={own ? null : (changed?.sender_id ?? null)} />
        </Suspense>
      )}
      {changed?.deleted_at ? (
        <em id={textId} className="text-muted">
          {content}
        </em>
      ) : (
        content !== attachments?.[0]?.name && (
          <bdi id={textId} className={cx(isOnlyEmoji(content) && 'big-emoji')}>
            <MessageText text={content} mentions={changed?.mentions} />
          </bdi>
        )
      )}
    </>
  );
}

/** Whether it is pinned or edited, its time and, for the reader's own, its delivery. */
function Meta({
  item,
  own,
  seen,
  seenBy = 0,
  readers = 0,
}: Pick<MessageRowProps, 'item' | 'own' | 'seen' | 'seenBy' | 'readers'>) {
  const time = timeOf(item);
  const changed = storedOf(item);
  return (
    <span className="float-right mt-1.5 -mb-0.5 ml-3 inline-flex select-none items-center gap-1 text-muted text-xs leading-4">
      {changed?.pinned && <Pin role="img" aria-label="Pinned" className="size-3" />}
      {changed?.edited_at && (
        <time dateTime={changed.edited_at} title={`Edited ${editedAt(changed.edited_at)}`}>
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

/** A message's text: formatted (R6.12) and with its mentions, or with its links only. */
export function MessageText({ text, mentions }: { text: string; mentions?: readonly Mention[] | undefined }) {
  const part = textPartOf(text, mentions);
  if (part === null) return <LinkedText text={text} />;
  return (
    <Suspense fallback={<span>{withoutFormatting(text)}</span>}>
      <part.View text={text} mentions={mentions ?? []} me={currentUserId() ?? 0} />
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
