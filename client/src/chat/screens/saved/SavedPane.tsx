import { isolate } from '@sangam/shared/core/isolate';
import { withoutFormatting } from '@sangam/shared/core/without-formatting';
import { Bookmark, BookmarkX, Paperclip } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, type LinkProps, useLocation, useNavigate } from 'react-router-dom';
import { errorText } from '../../../core/api/errors';
import { useConnection } from '../../../core/realtime/connection-status';
import { hasFailed } from '../../../core/store/loadable';
import { useFocusKept } from '../../../lib/hooks/use-focus-kept';
import { useStillRows } from '../../../lib/hooks/use-still-rows';
import { type ConversationKey, messagePath } from '../../../lib/links/chat-link';
import { shortName } from '../../../lib/text/short-name';
import { Avatar } from '../../../ui/Avatar';
import { IconButton } from '../../../ui/button/IconButton';
import { cx } from '../../../ui/cx';
import { EmptyState } from '../../../ui/page/EmptyState';
import { LoadFailed } from '../../../ui/page/LoadFailed';
import { ShowMore } from '../../../ui/page/ShowMore';
import { useNow } from '../../../ui/TimeAgo';
import { useConversationName } from '../../state/conversations';
import { HIDDEN_MESSAGE, useIsMessageHidden, useWriterOf } from '../../state/kinds';
import { useSaved } from '../../state/saved/saved';
import { loadMoreSaved, loadSavedList, useSavedList } from '../../state/saved/saved-list';
import { useTeam } from '../../state/teams';
import { goToMessage, withSaved } from '../address/conversation-address';
import { ConversationSkeleton } from '../list/ConversationRow';
import { listTime } from '../list/list.select';
import { backProps, PaneHead } from '../list/PaneHead';
import { unreachedText } from '../loading/unreached';
import { actOnSaved } from './act-on-saved';
import { type SavedLine, useSavedLines } from './saved-lines';

interface SavedPaneProps {
  me: number;
  /** The open conversation, and the message named by the address. */
  openId: ConversationKey | null;
  target: number | null;
  /** Builds a link to a conversation. */
  linkTo: (conversation: ConversationKey) => LinkProps;
}

const showMore = async (): Promise<string | null> => {
  const answer = await loadMoreSaved();
  return answer.ok ? null : errorText(answer.error, 'Failed to load saved messages');
};

/** Lists the member's saved messages, the one saved last first. */
export function SavedPane({ me, openId, target, linkTo }: SavedPaneProps) {
  const { list, hasMore } = useSavedList();
  const announced = useSaved((state) => state.announced);
  const edits = useSaved((state) => state.edits);
  const status = useConnection((state) => state.status);
  const now = useNow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may be another once it changes
  useEffect(() => {
    void loadSavedList();
  }, [announced, edits, status]);
  const address = useLocation();
  const navigate = useNavigate();
  /** Links to a message and keeps the list open next to it. */
  const savedLink = (conversation: ConversationKey, seq: number): LinkProps => {
    const link = linkTo(conversation);
    return { ...link, to: messagePath(conversation, seq), state: { ...link.state, saved: true } };
  };
  const top = useRef<HTMLButtonElement>(null);
  // The button that opened the list is hidden while the list is open, so the list takes the focus and gives it back.
  useEffect(() => {
    top.current?.focus();
    return () => {
      if (document.activeElement === document.body) document.getElementById('saved-messages')?.focus();
    };
  }, []);
  const place = useFocusKept();
  const rows = useStillRows(useSavedLines(), place);
  return (
    <>
      <PaneHead
        title="Saved messages"
        back={
          <button
            type="button"
            ref={top}
            onClick={() => navigate(address, withSaved('closed', address))}
            {...backProps}
          />
        }
      >
        Only you see what you save.
      </PaneHead>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {hasFailed(list) && (
          <LoadFailed message="Failed to load saved messages" detail={unreachedText()} onRetry={loadSavedList} />
        )}
        {list.data === null && !hasFailed(list) && rows.length === 0 && <ConversationSkeleton />}
        {list.data !== null && rows.length === 0 && (
          <EmptyState icon={Bookmark} title="No saved messages">
            Save a message from its menu.
          </EmptyState>
        )}
        <ul ref={place} className="p-2 empty:hidden">
          {rows.map(({ item: line, isGone }) => (
            <SavedRow
              key={line.id}
              line={line}
              isGone={isGone}
              me={me}
              now={now}
              active={line.conversation === openId && line.seq === target}
              link={savedLink(line.conversation, line.seq)}
            />
          ))}
        </ul>
        {hasMore && (
          <div className="grid px-4 pb-3">
            <ShowMore what="saved messages" busy={list.status === 'loading'} onMore={showMore} />
          </div>
        )}
      </div>
    </>
  );
}

interface SavedRowProps {
  line: SavedLine;
  /** The message was unsaved or may no longer be read. Its line keeps its place, so that a second press removes no other. */
  isGone: boolean;
  me: number;
  now: number;
  /** True for the message named by the address. */
  active: boolean;
  link: LinkProps;
}

/** Shows a saved message with its conversation, time and, in a team's, its writer. A press goes there. */
export function SavedRow({ line, isGone, me, now, active, link }: SavedRowProps) {
  const { conversation, otherId, seq, content, created_at, sender_id, attachments } = line;
  const known = useConversationName(conversation);
  const team = useTeam(conversation);
  const name = line.name ?? known ?? 'Member';
  const isHidden = useIsMessageHidden(conversation, sender_id);
  const writer = useWriterOf(conversation, { sender_id, sender_name: line.sender_name ?? '' }, '');
  return (
    <li
      className={cx(
        'flex items-center rounded-md transition-colors hover:bg-hover',
        active && 'bg-hover',
        isGone && 'opacity-60',
      )}
    >
      <Link
        {...link}
        // The address is already this one, so the link wouldn't navigate.
        onClick={() => active && void goToMessage(conversation, seq)}
        aria-current={active ? 'page' : undefined}
        className="flex min-w-0 flex-1 items-start gap-3 rounded-md py-2.5 pl-2 text-left"
      >
        <Avatar id={team?.project_id ?? otherId ?? 0} name={name} isProject={team !== undefined} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-2">
            <bdi className="truncate font-semibold text-sm">{name}</bdi>
            <time dateTime={created_at} className="tabular shrink-0 text-faint text-xs">
              {listTime(created_at, now)}
            </time>
          </span>
          <span className="mt-0.5 line-clamp-2 text-muted text-sm">
            {isGone ? (
              'Removed from saved'
            ) : (
              <>
                {sender_id === me && 'You: '}
                {sender_id !== me && writer !== '' && <span>{`${isolate(shortName(writer))}: `}</span>}
                {attachments && !isHidden && (
                  <Paperclip aria-label="With a file:" className="mr-1 inline size-3.5 align-text-bottom" />
                )}
                <bdi>{isHidden ? HIDDEN_MESSAGE : withoutFormatting(content)}</bdi>
              </>
            )}
          </span>
        </span>
      </Link>
      <span inert={isGone} className="inert:invisible">
        <IconButton
          icon={BookmarkX}
          label="Remove from saved"
          onClick={() => actOnSaved('unsave', conversation, line)}
        />
      </span>
    </li>
  );
}
