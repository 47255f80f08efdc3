import { isolate } from '@sangam/shared/core/isolate';
import { withoutFormatting } from '@sangam/shared/core/without-formatting';
import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { AtSign, CircleAlert, Clock, MailOpen } from 'lucide-react';
import { memo, type RefObject, useEffect, useRef } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { useIsBlocked } from '../../../contact/state/blocks';
import { singleKeyOf } from '../../../core/device/shortcuts';
import { showPresence } from '../../../core/realtime/on-screen';
import { useSettled } from '../../../lib/hooks/use-settled';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { shortName } from '../../../lib/text/short-name';
import { useIsMuted } from '../../../notices/state/choices';
import { usePresence } from '../../../people/state/presence';
import { Avatar } from '../../../ui/Avatar';
import { Badge } from '../../../ui/Badge';
import { IconButton } from '../../../ui/button/IconButton';
import { CutLine } from '../../../ui/CutLine';
import { cx } from '../../../ui/cx';
import { PresenceLabel } from '../../../ui/PresenceLabel';
import { Loading, SkeletonRow } from '../../../ui/page/Skeleton';
import { HIDDEN_MESSAGE, useTypingLine } from '../../state/kinds';
import { useDraft } from '../../state/outbox/drafts';
import { markLastUnread } from '../../sync/mark-unread';
import { type ListRow, listTime } from './list.select';

interface ConversationRowProps {
  row: ListRow;
  active: boolean;
  now: number;
  linkTo: (conversation: ConversationKey) => LinkProps;
  /** Archives or unarchives the conversation; absent where neither is offered. */
  onArchive?: (row: ListRow, link: HTMLElement) => void;
  /** The row is a search result, among archived and other rows, so it says if it is archived. */
  isFound?: boolean;
  /** The unread count that the row showed before it moved up. */
  unreadBefore?: number | undefined;
}

/** Shows one conversation: name, presence, last message, time and unread count. */
export const ConversationRow = memo(function ConversationRow({
  row,
  active,
  now,
  linkTo,
  onArchive,
  isFound = false,
  unreadBefore = row.unread,
}: ConversationRowProps) {
  const memberId = row.otherId ?? 0;
  const liveId = row.name === FORMER_MEMBER ? null : row.otherId;
  const item = usePresenceWhileVisible<HTMLLIElement>(liveId);
  const presence = usePresence(liveId ?? 0);
  const typing = useTypingLine(row.key);
  const unread = useSettled(row.unread, unreadBefore);
  const muted = useIsMuted(row.key);
  const draft = useDraft(row.key);
  const online = presence?.is_online ?? false;
  const isMarkable = row.isStored && row.unread === 0;
  return (
    <li ref={item} className="group/row relative">
      <Link
        {...linkTo(row.key)}
        onKeyDown={(event) => {
          const key = singleKeyOf(event);
          if (key === 'u' && isMarkable) markLastUnread(row.key);
          if (key === 'e' && row.isStored) onArchive?.(row, event.currentTarget);
        }}
        aria-current={active ? 'page' : undefined}
        className={cx(
          'flex w-full items-center gap-3 rounded-md px-2 py-2.5 text-left transition-colors hover:bg-hover',
          active ? 'bg-hover [--behind:var(--c-hover)]' : '[--behind:var(--c-ink)] hover:[--behind:var(--c-hover)]',
        )}
      >
        <Avatar
          id={row.projectId ?? memberId}
          name={row.name}
          isProject={row.projectId !== null}
          online={row.projectId === null ? online : undefined}
        />
        {/* Under a mouse, `MarkUnreadButton` takes the room at the row's end. */}
        <span className={cx('min-w-0 flex-1', isMarkable && 'pointer-fine:group-hover/row:pr-11')}>
          <span className="flex items-baseline justify-between gap-2">
            <bdi className="truncate font-semibold text-sm">{row.name}</bdi>
            <span className="sr-only">
              {presence && (
                <>
                  , <PresenceLabel presence={{ is_online: online, last_active: presence.last_active }} />
                </>
              )}
              {unread > 0 && `, ${unread} unread`}
            </span>
            {row.time !== null && (
              <time
                dateTime={row.time}
                className={cx(
                  'tabular shrink-0 text-xs',
                  unread > 0 ? 'text-fg' : 'text-faint',
                  isMarkable && 'pointer-fine:group-hover/row:hidden',
                )}
              >
                {listTime(row.time, now)}
              </time>
            )}
          </span>
          <span className="mt-0.5 flex items-center gap-2">
            <LastMessage row={row} draft={active ? '' : draft} typing={typing} unread={unread > 0} />
            {row.isMentioned && (
              <AtSign role="img" aria-label="Mentions you" className="size-4 shrink-0 text-accent-text" />
            )}
            {muted && <span className="shrink-0 text-faint text-xs">Muted</span>}
            {isFound && row.isArchived && <span className="shrink-0 text-faint text-xs">Archived</span>}
            <Badge count={unread} />
          </span>
        </span>
      </Link>
      {isMarkable && <MarkUnreadButton conversation={row.key} name={row.name} />}
    </li>
  );
});

const writerOf = ({ own, writer }: ListRow): string =>
  own ? 'You: ' : writer ? `${isolate(shortName(writer.name))}: ` : '';

interface LastMessageProps {
  row: ListRow;
  /** The unsent text; '' for none, and while the composer shows it. */
  draft: string;
  /** Null while nobody types. */
  typing: string | null;
  unread: boolean;
}

function LastMessage({ row, draft, typing, unread }: LastMessageProps) {
  const isHidden = useIsBlocked(row.writer?.id ?? 0);
  if (typing) return <span className="min-w-0 flex-1 truncate text-muted text-sm italic">{typing}</span>;
  // A failed or pending message takes precedence over the draft.
  if (draft !== '' && row.pending === null)
    return (
      <CutLine before={<span className="text-accent-text">Draft: </span>} className="text-muted text-sm">
        {draft}
      </CutLine>
    );
  return (
    <span className={cx('flex min-w-0 flex-1 items-center gap-1 text-sm', unread ? 'text-fg' : 'text-muted')}>
      {row.pending === 'failed' && <CircleAlert aria-label="Not sent" className="size-3.5 shrink-0 text-danger-text" />}
      {(row.pending === 'waiting' || row.pending === 'sending') && (
        <Clock aria-label="Sending" className="size-3.5 shrink-0" />
      )}
      {row.reaction === null && row.lastMessage !== null ? (
        <CutLine before={writerOf(row)}>
          {row.lastMessage && (isHidden ? HIDDEN_MESSAGE : withoutFormatting(row.lastMessage))}
        </CutLine>
      ) : (
        <span className="truncate">
          {row.reaction === null ? 'No messages yet' : `Reacted ${row.reaction} to your message`}
        </span>
      )}
    </span>
  );
}

/** The button that marks a conversation as unread, for the mouse. `U` on the row and the conversation's menu do the same. */
const MarkUnreadButton = ({ conversation, name }: { conversation: ConversationKey; name: string }) => (
  <span className="absolute inset-y-0 right-2 hidden items-center group-hover/row:flex pointer-coarse:hidden">
    <IconButton
      icon={MailOpen}
      label={`Mark ${isolate(name)} as unread`}
      tabIndex={-1}
      onClick={() => markLastUnread(conversation)}
      className="border border-line bg-raised"
    />
  </span>
);

/** Subscribes to a member's presence while the element with the returned ref is scrolled into view. */
function usePresenceWhileVisible<E extends Element>(id: number | null): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (element.current === null || id === null) return;
    let hide: (() => void) | null = null;
    const observer = new IntersectionObserver((entries) => {
      const isVisible = entries.at(-1)?.isIntersecting === true;
      if (isVisible) hide ??= showPresence([id]);
      else {
        hide?.();
        hide = null;
      }
    });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      hide?.();
    };
  }, [id]);
  return element;
}

/** Placeholder for the conversations while they load. */
export function ConversationSkeleton() {
  return (
    <Loading label="Loading conversations" className="grid gap-5 p-4">
      {[0, 1, 2, 3, 4].map((line) => (
        <SkeletonRow key={line} />
      ))}
    </Loading>
  );
}
