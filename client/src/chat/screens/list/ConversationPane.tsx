import type { RequestConversation } from '@sangam/shared/chat/conversation-requests';
import { Bookmark, ListFilter, MessageSquarePlus, SearchX, SquarePen } from 'lucide-react';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { Link, type LinkProps, useLocation, useNavigate } from 'react-router-dom';
import { blocks } from '../../../contact/state/blocks';
import { messageRequests } from '../../../contact/state/message-requests';
import { failureText } from '../../../core/api/errors';
import { useSession } from '../../../core/session/session';
import { isPending } from '../../../core/store/loadable';
import { useWaitForLists } from '../../../core/store/wait-for-lists';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { importOnce } from '../../../lib/loading/load-part';
import { mayOfferToNotify } from '../../../notices/state/offer-to-notify';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { IconButton } from '../../../ui/button/IconButton';
import { cx } from '../../../ui/cx';
import { SearchInput } from '../../../ui/form/SearchInput';
import { EmptyState } from '../../../ui/page/EmptyState';
import { ErrorState } from '../../../ui/page/ErrorState';
import { useNow } from '../../../ui/TimeAgo';
import {
  loadConversations,
  loadMoreConversations,
  setConversationSearch,
  showRequested,
  useConversations,
  useRequested,
} from '../../state/conversations';
import { useOutbox } from '../../state/outbox/outbox';
import { searchDialog } from '../../state/search-dialog';
import { useTeams } from '../../state/teams';
import type { ListedTeam } from '../../state/teams.reduce';
import { useUnreadMessages } from '../../state/unread-messages';
import { shownConversations, shownPending } from '../message/shown-acts';
import { savedShown } from '../thread/conversation-address';
import { SlowLoading } from '../thread/SlowLoading';
import type { ArchivedLinkProps, ArchivedPaneProps } from './ArchivedPane';
import { ConversationRow, ConversationSkeleton } from './ConversationRow';
import { type ListRow, listRows, type OpenConversation, withTeams } from './list.select';
import type { MessageRequestsPaneProps } from './MessageRequests';
import { useHeldOrder } from './use-held-order';

/** Few visits show it. */
const MessageRequestsPane = lazyPart<'MessageRequestsPane', MessageRequestsPaneProps>(
  () => import('./MessageRequests'),
  'MessageRequestsPane',
);
const ArchivedPane = lazyPart<'ArchivedPane', ArchivedPaneProps>(() => import('./ArchivedPane'), 'ArchivedPane');
const ArchivedLink = lazyPart<'ArchivedLink', ArchivedLinkProps>(() => import('./ArchivedPane'), 'ArchivedLink');
const loadArchive = importOnce(() => import('../thread/archive'));
/** Loads when the field gets the focus. */
const loadSearch = importOnce(() => import('./matches-search'));
const NotifyPrompt = lazyPart(() => import('./NotifyPrompt'), 'NotifyPrompt');
const SavedPane = lazyPart(() => import('../saved/SavedPane'), 'SavedPane');

interface ConversationPaneProps {
  open: OpenConversation | null;
  /** Shows the message requests in place of the conversations. */
  showsRequests: boolean;
  /** Builds a link to a conversation. */
  linkTo: (conversation: ConversationKey) => LinkProps;
  /** Shows the saved messages in place of the conversations. */
  saved?: boolean;
  /** Shows the archived conversations in place of the others. */
  archived?: boolean;
  /** Closes the open conversation. */
  onClose?: () => void;
  /** The message named by the address. */
  target?: number | null;
  className?: string;
}

const none: readonly RequestConversation[] = [];
const noTeams: readonly ListedTeam[] = [];

/** A shorter list is filled up, since it omits message requests and archived conversations. */
const ROWS_MIN = 20;
/** The next page is fetched this near to the end of the list. */
const AHEAD_PX = 400;

/** Lists the conversations, most recent first, with a search field. */
export function ConversationPane({
  open,
  showsRequests,
  linkTo,
  saved,
  archived,
  onClose,
  target = null,
  className,
}: ConversationPaneProps) {
  const { list, search, hasMore } = useConversations();
  const address = useLocation();
  const navigate = useNavigate();
  const pendings = useOutbox((state) => state.items);
  const acts = useOutbox((state) => state.acts);
  const me = useSession((state) => state.user?.id ?? 0);
  const now = useNow();
  useEffect(showRequested, []);
  const requested = useRequested();
  const asked = requested.data ?? none;
  const requests = messageRequests.use(({ byId }) => byId);
  const { requestCount, loaded: isCounted } = useUnreadMessages();
  const teamList = useTeams((state) => state.list);
  const teams = teamList ?? noTeams;
  const own = useMemo(() => {
    if (list.data === null) return [];
    const direct = list.data.filter(({ otherId }) => !requests[otherId]?.request);
    return withTeams(direct, teams, hasMore ? (list.data.at(-1)?.last_message_time ?? null) : null);
  }, [list.data, hasMore, requests, teams]);
  const all = useMemo(
    () => listRows(shownConversations(own, acts), shownPending(pendings, acts), open, me, asked),
    [own, pendings, acts, open, me, asked],
  );
  const isAsked = search.trim() !== '';
  const matches = useMatches(search);
  const blocked = blocks.use();
  const searching = isAsked && matches !== null;
  // A search finds archived conversations, too.
  const listed = useMemo(() => all.filter(({ isArchived }) => !isArchived), [all]);
  const found = useMemo(
    () => (searching ? all.filter((row) => matches(row, search, blocked)) : listed),
    [all, listed, search, searching, matches, blocked],
  );
  const [pane, setPane] = useState<HTMLDivElement | null>(null);
  const rows = useHeldOrder(found, pane);
  // All parts appear at once: a later one would be inserted above a row that someone is about to press.
  const { error } = list;
  const isCounting = { data: isCounted || null, error };
  const waits = useWaitForLists(list, requested, { data: teamList, error }, isCounting);
  const loads = waits || isPending(list);

  const openKey = open?.key;
  const archive = useCallback(
    ({ key, isArchived }: ListRow, link: HTMLElement) => {
      void loadArchive().then((part) => part?.toggleArchived(key, isArchived, link));
      if (!isArchived && key === openKey) onClose?.();
    },
    [openKey, onClose],
  );

  // A search covers all conversations, so the rest of the list is fetched for it.
  const loaded = list.data?.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that came asks for the next
  useEffect(() => {
    if (hasMore && (isAsked || listed.length < ROWS_MIN)) void loadMoreConversations();
  }, [isAsked, hasMore, loaded]);

  if (saved)
    return (
      <section aria-label="Saved messages" className={cx('flex min-h-0 flex-col', className)}>
        <Suspense>
          <SavedPane me={me} openId={open?.key ?? null} target={target} linkTo={linkTo} />
        </Suspense>
      </section>
    );
  const archivedRows = all.filter(({ isArchived }) => isArchived);
  if (archived)
    return (
      <section aria-label="Archived conversations" className={cx('flex min-h-0 flex-col', className)}>
        <Suspense>
          <ArchivedPane
            rows={archivedRows}
            openId={open?.key ?? null}
            loaded={loaded}
            hasMore={loads || hasMore}
            now={now}
            linkTo={linkTo}
            onArchive={archive}
          />
        </Suspense>
      </section>
    );
  if (showsRequests)
    return (
      <section aria-label="Message requests" className={cx('flex min-h-0 flex-col', className)}>
        <Suspense>
          <MessageRequestsPane openId={open?.key ?? null} me={me} linkTo={linkTo} />
        </Suspense>
      </section>
    );
  return (
    <section aria-label="Conversations" className={cx('flex min-h-0 flex-col', className)}>
      <search className="flex items-center gap-1 border-line border-b p-3 [&>:first-child]:min-w-0 [&>:first-child]:flex-1">
        <SearchInput
          label="Filter conversations"
          clearLabel="Clear filter"
          placeholder="Filter"
          value={search}
          onFocus={() => void loadSearch()}
          onChange={(event) => setConversationSearch(event.target.value)}
          onClear={() => setConversationSearch('')}
          icon={<ListFilter aria-hidden className="size-4" />}
        />
        <IconButton
          icon={Bookmark}
          label="Saved messages"
          id="saved-messages"
          onClick={() => navigate(address, savedShown(true, address))}
        />
        <IconButton icon={SquarePen} label="New chat" onClick={() => searchDialog.open('people')} />
      </search>
      <div
        ref={setPane}
        className="min-h-0 flex-1 overflow-y-auto"
        onScroll={({ currentTarget: pane }) => {
          if (pane.scrollHeight - pane.scrollTop - pane.clientHeight < AHEAD_PX) void loadMoreConversations();
        }}
      >
        {!loads && requestCount !== null && (
          <Link
            to="/messages?requests=shown"
            className="flex min-h-control items-center border-line border-b px-4 text-sm hover:bg-hover"
          >
            Message requests{requestCount > 0 && ` (${requestCount})`}
          </Link>
        )}
        {/* The error stays while the next try runs; without a connection, a skeleton would never end. */}
        {list.data === null && list.error !== null && (
          <ErrorState
            message="Failed to load conversations"
            detail={failureText(list.error, '')}
            onRetry={loadConversations}
          />
        )}
        {!loads && list.data !== null && all.length === 0 && (
          <EmptyState
            icon={MessageSquarePlus}
            title="No conversations yet"
            action={
              <ButtonLink to="/projects" variant="primary">
                Browse projects
              </ButtonLink>
            }
          >
            Message a project’s creator, or find people with New chat.
          </EmptyState>
        )}
        {!loads && all.length > 0 && rows.length === 0 && (
          <EmptyState
            icon={SearchX}
            title={searching ? `No results for “${search}”` : 'All conversations are archived'}
          />
        )}
        {!loads && rows.length > 0 && (
          <ul className="p-2">
            {rows.map((row) => (
              <ConversationRow
                key={row.otherId ?? row.key}
                row={row}
                active={row.key === open?.key}
                linkTo={linkTo}
                now={now}
                onArchive={archive}
                isFound={searching}
              />
            ))}
          </ul>
        )}
        {loads && (
          <>
            <SlowLoading onRetry={loadConversations} />
            <ConversationSkeleton />
          </>
        )}
      </div>
      {!loads && !searching && (hasMore || archivedRows.length > 0) && (
        <Suspense>
          <ArchivedLink rows={archivedRows} hasMore={hasMore} />
        </Suspense>
      )}
      {loaded > 0 && mayOfferToNotify() && (
        <Suspense>
          <NotifyPrompt />
        </Suspense>
      )}
    </section>
  );
}

type Matches = typeof import('./matches-search')['matchesSearch'];

/** Returns the code that finds rows; null until a search needs it and while it can't be loaded, as each key tries again. */
function useMatches(search: string): Matches | null {
  const [matches, setMatches] = useState<Matches | null>(null);
  useEffect(() => {
    if (search !== '') void loadSearch().then((part) => part && setMatches(() => part.matchesSearch));
  }, [search]);
  return matches;
}
