import { Archive } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { Badge } from '../../../ui/Badge';
import { EmptyState } from '../../../ui/page/EmptyState';
import { loadMoreConversations } from '../../state/conversations';
import { ConversationRow, ConversationSkeleton } from './ConversationRow';
import type { ListRow } from './list.select';
import { backProps, PaneHead } from './PaneHead';

export interface ArchivedPaneProps {
  rows: readonly ListRow[];
  openId: ConversationKey | null;
  /** How many conversations are loaded, and whether there are more. */
  loaded: number;
  hasMore: boolean;
  now: number;
  linkTo: (conversation: ConversationKey) => LinkProps;
  onArchive: (row: ListRow, link: HTMLElement) => void;
}

/**
 * Whether the link to the archive was pressed. The link is gone once the archive is shown, so the archive takes the focus; after an address
 * or Back it doesn't.
 */
let wasLinkPressed = false;

/** Lists the archived conversations, most recent first. */
export function ArchivedPane({ rows, openId, loaded, hasMore, now, linkTo, onArchive }: ArchivedPaneProps) {
  // Archived conversations may be anywhere in the list, so all of it is fetched.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that arrives asks for the next
  useEffect(() => {
    if (hasMore) void loadMoreConversations();
  }, [hasMore, loaded]);
  const back = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (wasLinkPressed && document.activeElement === document.body) back.current?.focus();
    wasLinkPressed = false;
  }, []);
  /** Keeps this list next to the conversation. */
  const linkFromArchive = useCallback(
    (conversation: ConversationKey): LinkProps => {
      const link = linkTo(conversation);
      return { ...link, state: { ...link.state, archived: true } };
    },
    [linkTo],
  );
  return (
    <>
      <PaneHead title="Archived" back={<Link ref={back} to="/messages" {...backProps} />}>
        A conversation returns to the list with its next message from someone else, unless it’s muted.
      </PaneHead>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {rows.length > 0 && (
          <ul className="p-2">
            {rows.map((row) => (
              <ConversationRow
                key={row.otherId ?? row.key}
                row={row}
                active={row.key === openId}
                linkTo={linkFromArchive}
                now={now}
                onArchive={onArchive}
              />
            ))}
          </ul>
        )}
        {rows.length === 0 && hasMore && <ConversationSkeleton />}
        {rows.length === 0 && !hasMore && (
          <EmptyState icon={Archive} title="No archived conversations">
            Archive a conversation from its menu.
          </EmptyState>
        )}
      </div>
    </>
  );
}

export interface ArchivedLinkProps {
  rows: readonly ListRow[];
  hasMore: boolean;
}

/** The link to the archive, below the list, so that it moves no row. Its count shows once all conversations are loaded. */
export function ArchivedLink({ rows, hasMore }: ArchivedLinkProps) {
  const unread = rows.reduce((sum, row) => sum + row.unread, 0);
  return (
    <Link
      to="/messages?archived=shown"
      onClick={() => {
        wasLinkPressed = true;
      }}
      className="flex min-h-control items-center gap-2 border-line border-t px-4 text-sm hover:bg-hover"
    >
      <Archive aria-hidden className="size-4 text-muted" />
      <span className="flex-1">
        Archived{!hasMore && ` (${rows.length})`}
        {unread > 0 && <span className="sr-only">, {unread} unread</span>}
      </span>
      <Badge count={unread} />
    </Link>
  );
}
