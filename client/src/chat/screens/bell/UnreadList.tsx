import type { Notification, Unread } from '@sangam/shared/chat/messages';
import { isolate } from '@sangam/shared/core/isolate';
import { withoutFormatting } from '@sangam/shared/core/without-formatting';
import { AtSign, Check, MailOpen } from 'lucide-react';
import { Link } from 'react-router-dom';
import { blocks } from '../../../contact/state/blocks';
import { messageRequests } from '../../../contact/state/message-requests';
import { errorText } from '../../../core/api/errors';
import { useSession } from '../../../core/session/session';
import { useFocusKept } from '../../../lib/hooks/use-focus-kept';
import { useStillRows } from '../../../lib/hooks/use-still-rows';
import { type ConversationKey, conversationPath } from '../../../lib/links/chat-link';
import { newestFirst } from '../../../lib/text/compare';
import { shortName } from '../../../lib/text/short-name';
import { Avatar } from '../../../ui/Avatar';
import { Badge } from '../../../ui/Badge';
import { OnlineIconButton } from '../../../ui/button/IconButton';
import { CutLine } from '../../../ui/CutLine';
import { cx } from '../../../ui/cx';
import { EmptyState } from '../../../ui/page/EmptyState';
import { ShowMore } from '../../../ui/page/ShowMore';
import { Skeleton } from '../../../ui/page/Skeleton';
import { TimeAgo } from '../../../ui/TimeAgo';
import { lastMessageTextOf } from '../../state/kinds';
import { useTeams } from '../../state/teams';
import type { ListedTeam } from '../../state/teams.reduce';
import { loadMoreUnread, markConversationRead, shownLines, useUnreadMessages } from '../../state/unread-messages';
import { keyOfLine } from '../../state/unread-messages.reduce';
import { takeUnread } from '../../sync/take-message';

const showMore = async (): Promise<string | null> => {
  const answer = await loadMoreUnread();
  return answer.ok ? null : errorText(answer.error, 'Failed to load messages');
};

/** Lists conversations with unread messages, newest first. */
export function UnreadList({ onLeave }: { onLeave: () => void }) {
  const { notifications: all, loaded, hasMore, loadingMore } = useUnreadMessages();
  messageRequests.use();
  blocks.use();
  const teams = useTeams(({ list }) => list);
  const me = useSession(({ user }) => user?.id ?? 0);
  const direct = shownLines(all);
  const downTo = hasMore ? (all.at(-1)?.created_at ?? null) : null;
  const unread = (teams ?? []).filter((team) => team.unread_count > 0 && (downTo === null || team.active_at >= downTo));
  const lines = [...direct.map(lineOf), ...unread.map(lineOfTeam(me))].toSorted((a, b) => newestFirst(a.time, b.time));
  const list = useFocusKept();
  const rows = useStillRows(lines, list);
  return (
    <>
      <div className="flex min-h-14 flex-wrap items-center justify-between border-line border-b pr-2 pl-4">
        <h2 className="text-base">New messages</h2>
        <Link
          to="/messages"
          onClick={onLeave}
          className="-ml-2 flex min-h-control items-center rounded-md px-2 text-muted text-sm hover:text-fg"
        >
          Open messages
        </Link>
      </div>
      {!loaded && <Skeleton className="m-4 h-10" />}
      {loaded && rows.length === 0 && <EmptyState icon={MailOpen} title="No unread messages" />}
      <ul ref={list} className="@container p-1 empty:hidden">
        {rows.map(({ item, isGone }) => (
          <UnreadRow key={item.id} line={item} isGone={isGone} onOpen={onLeave} onRead={takeUnread} />
        ))}
      </ul>
      {hasMore && (
        <div className="grid p-3 pt-0">
          <ShowMore what="messages" busy={loadingMore} onMore={showMore} />
        </div>
      )}
    </>
  );
}

/** A conversation with unread messages. */
interface UnreadLine {
  id: ConversationKey;
  /** The member or project whose avatar it has. */
  avatar: { id: number; isProject: boolean };
  name: string;
  /** The writer of a team's message, shown before its text. */
  writer: string;
  words: string;
  time: string;
  count: number;
  /** An unread message of a team mentions the member. */
  isMentioned: boolean;
}

const lineOf = (item: Notification): UnreadLine => ({
  id: keyOfLine(item),
  avatar: { id: item.sender_id, isProject: false },
  name: item.sender_name,
  writer: '',
  words: withoutFormatting(item.content),
  time: item.created_at,
  count: item.unread_count,
  isMentioned: false,
});

const lineOfTeam =
  (me: number) =>
  (team: ListedTeam): UnreadLine => ({
    id: team.key,
    name: team.name,
    time: team.active_at,
    count: team.unread_count,
    avatar: { id: team.project_id, isProject: true },
    isMentioned: team.mention_seq !== undefined,
    writer: `${team.last_message_sender_id === me ? 'You' : isolate(shortName(team.last_message_sender_name ?? ''))}: `,
    words: lastMessageTextOf(team),
  });

interface UnreadRowProps {
  line: UnreadLine;
  /**
   * The conversation was read or may no longer be shown. Its line keeps its place, so that a second press doesn't mark another one read.
   */
  isGone: boolean;
  onOpen: () => void;
  onRead: (unread: Unread) => void;
}

/** Opens one unread conversation, or marks it read in place. */
export function UnreadRow({ line, isGone, onOpen, onRead }: UnreadRowProps) {
  const { id, avatar, name, writer, words, time, count, isMentioned } = line;
  const markRead = async () => {
    const unread = await markConversationRead(id);
    if (unread) onRead(unread);
  };
  return (
    <li className={cx('flex items-center rounded-md hover:bg-hover', isGone && 'opacity-60')}>
      <Link
        to={conversationPath(id)}
        state={{ name }}
        onClick={onOpen}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-md px-3 py-2.5"
      >
        {/* With very large text, the words need its room. */}
        <span className="@max-3xs:hidden">
          <Avatar {...avatar} name={name} size="sm" />
        </span>
        <span className="min-w-0 flex-1">
          {/* With large text, the time is below the name, which it would hide. */}
          <span className="flex flex-wrap items-baseline gap-x-2">
            <bdi className="min-w-[min(4rem,100%)] flex-1 truncate font-semibold text-sm">{name}</bdi>
            <TimeAgo time={time} className="shrink-0 text-faint text-xs" />
          </span>
          <span className="flex items-center gap-2">
            <CutLine before={isGone ? '' : writer} className="text-muted text-sm">
              {isGone ? 'No unread messages' : words}
            </CutLine>
            {!isGone && isMentioned && (
              <AtSign role="img" aria-label="Mentions you" className="size-4 shrink-0 text-accent-text" />
            )}
            {!isGone && <span className="sr-only">{`${count} unread`}</span>}
            <Badge count={isGone ? 0 : count} />
          </span>
        </span>
      </Link>
      <span inert={isGone} className="inert:invisible">
        <OnlineIconButton
          icon={Check}
          label={
            avatar.isProject
              ? `Mark messages in ${isolate(name)} as read`
              : `Mark messages from ${isolate(name)} as read`
          }
          onClick={markRead}
        />
      </span>
    </li>
  );
}
