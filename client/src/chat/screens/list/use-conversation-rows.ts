import type { RequestConversation } from '@sangam/shared/chat/conversation-requests';
import { useEffect, useMemo, useState } from 'react';
import { blocks } from '../../../contact/state/blocks';
import { messageRequests } from '../../../contact/state/message-requests';
import { useWaitForLists } from '../../../core/offline/wait-for-lists';
import { useSession } from '../../../core/session/session';
import { isPending } from '../../../core/store/loadable';
import { importOnce } from '../../../lib/loading/load-part';
import { loadMoreConversations, useConversations } from '../../state/conversations';
import { useOutbox } from '../../state/outbox/outbox';
import { showRequested, useRequested } from '../../state/requested-conversations';
import { useTeams } from '../../state/teams';
import type { ListedTeam } from '../../state/teams.reduce';
import { useUnreadMessages } from '../../state/unread-messages';
import { shownConversations, shownPending } from '../thread-items/shown-acts';
import { type ListRow, listRows, type OpenConversation, withTeams } from './list.select';

const none: readonly RequestConversation[] = [];
const noTeams: readonly ListedTeam[] = [];

/** More pages are fetched for a list shorter than this, since it omits message requests and archived conversations. */
const ROWS_MIN = 20;

export interface ConversationRows {
  /** All loaded conversations, most recent first, with pending messages and acts applied. */
  all: readonly ListRow[];
  archived: readonly ListRow[];
  /** The rows that the list shows: the search results, or else all but the archived ones. */
  found: readonly ListRow[];
  isSearching: boolean;
  /** The first page, or another list shown together with it, is still loading. */
  isLoading: boolean;
  /** How many direct conversations are loaded, and whether there are more. */
  loaded: number;
  hasMore: boolean;
}

/** Returns the rows of the conversations, and fetches more if a search or a short list needs them. */
export function useConversationRows(open: OpenConversation | null): ConversationRows {
  const { list, search, hasMore } = useConversations();
  const pendings = useOutbox((state) => state.items);
  const acts = useOutbox((state) => state.acts);
  const me = useSession((state) => state.user?.id ?? 0);
  useEffect(showRequested, []);
  const requested = useRequested();
  const requestedRows = requested.data ?? none;
  const requests = messageRequests.use(({ byId }) => byId);
  const isCounted = useUnreadMessages((state) => state.loaded);
  const teams = useTeams((state) => state.list);
  const conversations = useMemo(() => {
    if (list.data === null) return [];
    const direct = list.data.filter(({ otherId }) => !requests[otherId]?.request);
    return withTeams(direct, teams ?? noTeams, hasMore ? (list.data.at(-1)?.last_message_time ?? null) : null);
  }, [list.data, hasMore, requests, teams]);
  const all = useMemo(
    () =>
      listRows(shownConversations(conversations, acts), me, {
        pendings: shownPending(pendings, acts),
        open,
        requested: requestedRows,
      }),
    [conversations, pendings, acts, open, me, requestedRows],
  );
  const hasSearchText = search.trim() !== '';
  const matches = useMatches(search);
  const blocked = blocks.use();
  const isSearching = hasSearchText && matches !== null;
  const listed = useMemo(() => all.filter(({ isArchived }) => !isArchived), [all]);
  // A search finds archived conversations, too.
  const found = useMemo(
    () => (isSearching ? all.filter((row) => matches(row, search, blocked)) : listed),
    [all, listed, search, isSearching, matches, blocked],
  );
  // All parts appear at once: a later part would be inserted above a row that the reader is about to press.
  const { error } = list;
  const isWaiting = useWaitForLists(list, requested, { data: teams, error }, { data: isCounted || null, error });

  // A search covers all conversations, so the rest of the list is fetched for it.
  const loaded = list.data?.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that arrives asks for the next
  useEffect(() => {
    if (hasMore && (hasSearchText || listed.length < ROWS_MIN)) void loadMoreConversations();
  }, [hasSearchText, hasMore, loaded]);

  const archived = all.filter(({ isArchived }) => isArchived);
  return { all, archived, found, isSearching, isLoading: isWaiting || isPending(list), loaded, hasMore };
}

/** Loads when the field gets the focus. */
export const loadSearch = importOnce(() => import('./matches-search'));

type MatchesSearch = typeof import('./matches-search')['matchesSearch'];

/** Returns the code that matches rows; null until a search needs it, and if it can't be loaded, in which case each key tries again. */
function useMatches(search: string): MatchesSearch | null {
  const [matches, setMatches] = useState<MatchesSearch | null>(null);
  useEffect(() => {
    if (search !== '') void loadSearch().then((part) => part && setMatches(() => part.matchesSearch));
  }, [search]);
  return matches;
}
