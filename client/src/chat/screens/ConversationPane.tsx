import { isolate } from '@sangam/shared/core/isolate';
import { Bookmark, ListFilter, MessageSquarePlus, SearchX, SquarePen } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { Link, type LinkProps, useLocation, useNavigate } from 'react-router-dom';
import { failureText } from '../../core/api/errors';
import { useSession } from '../../core/session/session';
import type { ConversationKey } from '../../lib/links/chat-link';
import { latePart, lazyPart } from '../../lib/loading/lazy-part';
import { importOnce } from '../../lib/loading/load-part';
import { mayOfferToNotify } from '../../notices/state/offer-to-notify';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { IconButton } from '../../ui/button/IconButton';
import { cx } from '../../ui/cx';
import { SearchInput } from '../../ui/form/SearchInput';
import { EmptyState } from '../../ui/page/EmptyState';
import { LoadFailed } from '../../ui/page/LoadFailed';
import { SlowNotice } from '../../ui/page/SlowNotice';
import { useNow } from '../../ui/TimeAgo';
import {
  loadConversations,
  loadMoreConversations,
  setConversationSearch,
  useConversations,
} from '../state/conversations';
import { searchDialog } from '../state/search-dialog';
import { useUnreadMessages } from '../state/unread-messages';
import { withSaved } from './address/conversation-address';
import type { ArchivedLinkProps, ArchivedPaneProps } from './list/ArchivedPane';
import { ConversationRow, ConversationSkeleton } from './list/ConversationRow';
import type { ListRow, OpenConversation } from './list/list.select';
import type { MessageRequestsPaneProps } from './list/MessageRequests';
import { useRowKeys } from './list/row-keys';
import { type ConversationRows, loadSearch, useConversationRows } from './list/use-conversation-rows';
import { useHeldOrder } from './list/use-held-order';
import { SlowLoading } from './loading/SlowLoading';

/** Loaded on demand, since few visits show it. */
const MessageRequestsPane = lazyPart<'MessageRequestsPane', MessageRequestsPaneProps>(
  () => import('./list/MessageRequests'),
  'MessageRequestsPane',
);
const ArchivedPane = lazyPart<'ArchivedPane', ArchivedPaneProps>(() => import('./list/ArchivedPane'), 'ArchivedPane');
const ArchivedLink = latePart<'ArchivedLink', ArchivedLinkProps>(() => import('./list/ArchivedPane'), 'ArchivedLink');
const loadArchive = importOnce(() => import('./thread/archive'));
const NotifyPrompt = latePart(() => import('./list/NotifyPrompt'), 'NotifyPrompt');
const SavedPane = lazyPart(() => import('./saved/SavedPane'), 'SavedPane');

/** The next page is fetched this near to the end of the list. */
const AHEAD_PX = 400;

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

/** Lists the conversations, or one of the lists that take their place. */
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
  const rows = useConversationRows(open);
  const me = useSession((state) => state.user?.id ?? 0);
  const now = useNow();
  const openId = open?.key ?? null;
  const archive = useCallback(
    ({ key, isArchived }: ListRow, link: HTMLElement) => {
      void loadArchive().then((part) => part?.toggleArchived(key, isArchived, link));
      if (!isArchived && key === openId) onClose?.();
    },
    [openId, onClose],
  );
  const parts = { openId, linkTo, now, onArchive: archive };
  const pane = (label: string, list: ReactNode) => (
    <section aria-label={label} className={cx('flex min-h-0 flex-col', className)}>
      {/* A key, since the earlier list would stay on screen until the code of another has loaded. */}
      <Suspense key={label} fallback={loadingPane}>
        {list}
      </Suspense>
    </section>
  );
  if (saved) return pane('Saved messages', <SavedPane me={me} openId={openId} target={target} linkTo={linkTo} />);
  if (archived)
    return pane(
      'Archived conversations',
      <ArchivedPane rows={rows.archived} loaded={rows.loaded} hasMore={rows.isLoading || rows.hasMore} {...parts} />,
    );
  if (showsRequests) return pane('Message requests', <MessageRequestsPane openId={openId} me={me} linkTo={linkTo} />);
  return pane('Conversations', <ConversationList {...rows} {...parts} />);
}

const loadingPane = (
  <SlowNotice>
    <ConversationSkeleton />
  </SlowNotice>
);

interface ConversationListProps extends ConversationRows {
  openId: ConversationKey | null;
  linkTo: (conversation: ConversationKey) => LinkProps;
  now: number;
  onArchive: (row: ListRow, link: HTMLElement) => void;
}

/** The conversations, most recent first, below a filter. */
function ConversationList({
  all,
  archived,
  found,
  isSearching,
  isLoading,
  loaded,
  hasMore,
  openId,
  linkTo,
  now,
  onArchive,
}: ConversationListProps) {
  const { list, search } = useConversations();
  const requestCount = useUnreadMessages((state) => state.requestCount);
  const [pane, setPane] = useState<HTMLDivElement | null>(null);
  const shown = useRowKeys(useHeldOrder(found, pane), pane);
  const hasSome = loaded > 0;
  // Checked once: browsers wait for another process to answer, which each new message would repeat.
  const offersToNotify = useMemo(() => hasSome && mayOfferToNotify(), [hasSome]);
  return (
    <>
      <ListHead search={search} />
      <div
        ref={setPane}
        className="min-h-0 flex-1 overflow-y-auto"
        onScroll={({ currentTarget: pane }) => {
          if (pane.scrollHeight - pane.scrollTop - pane.clientHeight < AHEAD_PX) void loadMoreConversations();
        }}
      >
        {!isLoading && requestCount !== null && (
          <Link
            to="/messages?requests=shown"
            className="flex min-h-control items-center gap-2 border-line border-b px-4 text-sm hover:bg-hover"
          >
            <MessageSquarePlus aria-hidden className="size-4 text-muted" />
            Message requests{requestCount > 0 && ` (${requestCount})`}
          </Link>
        )}
        {/* The error stays while the next try runs; without a connection, a skeleton would never end. */}
        {list.data === null && list.error !== null && (
          <LoadFailed
            message="Failed to load conversations"
            detail={failureText(list.error, '')}
            onRetry={loadConversations}
          />
        )}
        {!isLoading && list.data !== null && all.length === 0 && (
          <EmptyState
            icon={MessageSquarePlus}
            title="No conversations yet"
            action={
              // A wide window says it in place of the open conversation.
              <ButtonLink to="/projects" variant="primary" className="md:hidden">
                Browse projects
              </ButtonLink>
            }
          >
            <span className="md:hidden">Message a project’s creator, or find people with New chat.</span>
          </EmptyState>
        )}
        {!isLoading && all.length > 0 && shown.length === 0 && (
          <EmptyState
            icon={SearchX}
            title={isSearching ? `No results for “${isolate(search)}”` : 'All conversations are archived'}
          />
        )}
        {!isLoading && shown.length > 0 && (
          <ul className="p-2">
            {shown.map(({ key, row, unreadBefore }) => (
              <ConversationRow
                key={key}
                row={row}
                unreadBefore={unreadBefore}
                active={row.key === openId}
                linkTo={linkTo}
                now={now}
                onArchive={onArchive}
                isFound={isSearching}
              />
            ))}
          </ul>
        )}
        {isLoading && (
          <>
            <SlowLoading onRetry={loadConversations} />
            <ConversationSkeleton />
          </>
        )}
      </div>
      {!isLoading && !isSearching && (hasMore || archived.length > 0) && (
        <ArchivedLink rows={archived} hasMore={hasMore} />
      )}
      {offersToNotify && <NotifyPrompt />}
    </>
  );
}

/** The filter, and the buttons next to it. */
function ListHead({ search }: { search: string }) {
  const address = useLocation();
  const navigate = useNavigate();
  return (
    <search className="flex items-center gap-1 border-line border-b py-3 pr-1 pl-4 [&>:first-child]:min-w-0 [&>:first-child]:flex-1">
      <SearchInput
        hideLabel
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
        onClick={() => navigate(address, withSaved('open', address))}
      />
      <IconButton icon={SquarePen} label="New chat" onClick={() => searchDialog.open('people')} />
    </search>
  );
}
