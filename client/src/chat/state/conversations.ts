import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import { chatLimits } from '@sangam/shared/chat/limits';
import type { Conversation, Message, ReadReceipt, Unread } from '@sangam/shared/chat/messages';
import { create } from 'zustand';
import { mergeMessageRequests, messageRequests } from '../../contact/state/message-requests';
import { request } from '../../core/api/client';
import { mapResult, type Result } from '../../core/api/errors';
import { cachePart } from '../../core/offline/cached-parts';
import { type Change, changed, idle, type Loadable, load, mapData, ready } from '../../core/store/loadable';
import { rowsToFetch } from '../../core/store/pages';
import { createHeldVersion, loadPart, type RefreshPart } from '../../core/store/refresh-part';
import { onReset, storesEpoch } from '../../core/store/reset';
import { type Moment, moment } from '../../core/store/table';
import type { ConversationKey } from '../../lib/links/chat-link';
import { onRenamed, useMember, withNewNames } from '../../people/state/members';
import { mergePresence } from '../../people/state/presence';
import {
  type Listed,
  type ListedConversation,
  mergeConversations,
  noteIfRestored,
  withChange,
  withMessage,
  withReceipt,
  withUnread,
} from './conversations.reduce';
import { followRenamed, keyOf, keyOfMessage, keyOfUnread, noteConversations, useMemberIn } from './known-conversations';
import { listedTeam, useTeam, useTeams } from './teams';
import { keyOfReceipt } from './thread/threads';

interface ConversationsState {
  /** The direct conversations, most recent first. `teams.ts` has those of teams. */
  list: Loadable<ListedConversation[]>;
  hasMore: boolean;
  loadingMore: boolean;
  search: string;
}

const empty = (): ConversationsState => ({ list: idle(), hasMore: false, loadingMore: false, search: '' });
export const useConversations = create<ConversationsState>(empty);
onReset(() => useConversations.setState(empty()));

// The previous version's part, `conversations`, names members.
cachePart({
  name: 'conversation-list',
  take: () => {
    const { list, hasMore } = useConversations.getState();
    const { data } = list;
    const max = chatLimits.conversationsPage;
    const { byId } = messageRequests.use.getState();
    return (
      data && {
        conversations: data
          .slice(0, max)
          .map((item) => ({ ...item, request: byId[item.otherId]?.request ?? undefined })),
        hasMore: hasMore || data.length > max,
      }
    );
  },
  show: ({ conversations, hasMore }) => {
    if (useConversations.getState().list.data !== null) return;
    mergeMessageRequests(
      conversations.map(({ otherId: id, request: messageRequest }) => ({ id, request: messageRequest })),
      moment(),
    );
    useConversations.setState({ list: ready(conversations.map(({ request: _, ...listed }) => listed)), hasMore });
  },
  subscribe: useConversations.subscribe,
});

const setList = (change: Change<ListedConversation[]>): void =>
  useConversations.setState((state) => {
    const list = change(state.list);
    return list === state.list ? state : { list };
  });

followRenamed((from, to) =>
  setList((state) =>
    mapData(state, (list) =>
      list.some(({ key }) => key === from)
        ? list.map((item) => (item.key === from ? { ...item, key: to } : item))
        : list,
    ),
  ),
);

/** Returns the rows with the names that members got since a call began. */
export const withNames = (rows: readonly ListedConversation[], startedAt: Moment): ListedConversation[] =>
  withNewNames(rows, startedAt, 'otherId', 'name');

onRenamed((_, before) => setList((state) => mapData(state, (list) => withNames(list, before))));

const heldVersion = createHeldVersion();

/** Fetches at least as many conversations as are shown, from the first, and merges them. */
export async function loadConversations(): Promise<boolean> {
  const [shown, endFetch] = [shownConversations(), heldVersion.startFetch()];
  const isLoaded = await load(setList, () => fetchDownTo(shown), mergePages(moment(), shown));
  endFetch();
  return isLoaded;
}

/** Returns the version and page size to send with a refresh. */
export const conversationsRefreshParams = () => ({
  version: heldVersion.get(),
  limit: firstLimit(shownConversations()),
});

/** Does the same as `loadConversations`, with the first page from a refresh. */
export function refreshConversations(part: RefreshPart<Page>): Promise<boolean> {
  const shown = shownConversations();
  return loadPart(
    { heldVersion, part, update: setList },
    (first) => fetchDownTo(shown, first),
    mergePages(moment(), shown),
  );
}

type Page = CallAnswer<'GET /api/messages/conversations'>['data'];

const shownConversations = () => useConversations.getState().list.data ?? [];

const firstLimit = (shown: readonly ListedConversation[]): number =>
  rowsToFetch(shown.length, chatLimits.conversationsPage, chatLimits.conversationsPageMax);

/** Merges the answer to a fetch. `shown`: the list when the server was asked. */
const mergePages =
  (startedAt: Moment, shown: readonly ListedConversation[]) =>
  ({ conversations, has_more }: Page): ListedConversation[] => {
    const known = shownConversations();
    // If the answer is shorter than the list, the known end of the list still holds.
    if (!has_more || conversations.length >= known.length) useConversations.setState({ hasMore: has_more });
    const listed = takeListed(conversations, startedAt);
    noteIfRestored(shown, listed);
    return mergeConversations(known, listed, shown);
  };

/**
 * Fetches as many conversations as are shown, unless `first` has them, then continues down to the former top: more may have moved above it
 * than fit on a page.
 */
async function fetchDownTo(shown: readonly ListedConversation[], first?: Page): Promise<Result<Page>> {
  const top = shown[0]?.last_message_time ?? null;
  const limit = firstLimit(shown);
  const found: Conversation[] = [];
  for (let page = first; ; page = undefined) {
    const query = { ...pageBelowId(found.at(-1)), limit };
    const answer: Result<Page> = page ? { ok: true, value: page } : await fetchPage(query);
    if (!answer.ok) return answer;
    const { conversations, has_more } = answer.value;
    found.push(...conversations);
    const last = conversations.at(-1)?.last_message_time ?? '';
    if (!has_more || top === null || last <= top) return { ok: true, value: { conversations: found, has_more } };
  }
}

const fetchPage = async (query: CallQuery<'GET /api/messages/conversations'>): Promise<Result<Page>> =>
  mapResult(await request('GET /api/messages/conversations', { query }), ({ data }) => data);

/** Returns the query for the page below a row. */
const pageBelowId = (last: Pick<Conversation, 'last_message_time' | 'id'> | undefined) =>
  last?.last_message_time ? { before: last.last_message_time, before_id: last.id } : {};
export const pageBelow = (last: ListedConversation | undefined) => pageBelowId(last && { ...last, id: last.otherId });

/** Moves presence and message requests of an answer into their tables. Call it in the step that stores the rows. Addresses aren't shown. */
export function takeListed(conversations: readonly Conversation[], startedAt: Moment): ListedConversation[] {
  mergePresence(conversations, startedAt);
  mergeMessageRequests(conversations, startedAt);
  noteConversations(conversations.map(({ conversation_id, id: memberId }) => ({ conversation_id, memberId })));
  const rows = conversations.map(({ is_online: _, last_active: __, request: ___, email: ____, ...row }) => {
    const { id: otherId, conversation_id, kind: _____, ...listed } = row;
    return { ...listed, key: keyOf({ conversation_id, memberId: otherId }), otherId };
  });
  return withNames(rows, startedAt);
}

/** Fetches the next page. Returns true when there is another. */
export async function loadMoreConversations(): Promise<boolean> {
  const { list, hasMore, loadingMore } = useConversations.getState();
  const last = list.data?.at(-1);
  if (!hasMore || loadingMore || !last?.last_message_time) return false;
  const epoch = storesEpoch();
  const startedAt = moment();
  useConversations.setState({ loadingMore: true });
  const answer = await fetchPage({ ...pageBelow(last), limit: chatLimits.conversationsPageMax });
  if (epoch !== storesEpoch()) return false;
  useConversations.setState({ loadingMore: false });
  if (!answer.ok) return false;
  const { conversations, has_more } = answer.value;
  setList((state) => mapData(state, (known) => mergeConversations(known, takeListed(conversations, startedAt))));
  useConversations.setState({ hasMore: has_more });
  return has_more;
}

/** Returns a listed conversation. */
export const listedConversation = (key: ConversationKey): Listed | undefined =>
  shownConversations().find((item) => item.key === key) ?? listedTeam(key);

/** Returns true once a message of any conversation may have been edited, deleted, pinned or reacted to. */
export const mayHaveChange = (): boolean =>
  useConversations.getState().hasMore ||
  [...shownConversations(), ...(useTeams.getState().list ?? [])].some(({ last_change }) => last_change > 0);

/** Counts a conversation's unread messages; undefined while it isn't listed. */
export function useUnreadIn(key: ConversationKey): number | undefined {
  const direct = useConversations(({ list }) => list.data?.find((item) => item.key === key)?.unread_count);
  return useTeam(key)?.unread_count ?? direct;
}

export const setConversationSearch = (search: string): void => useConversations.setState({ search });

/** Returns a conversation's name, once a list or thread has it: the other member's, or the title of the team's project. */
export function useConversationName(key: ConversationKey | null): string | null {
  const listed = useConversations(({ list }) => list.data?.find((item) => item.key === key)?.name);
  const member = useMember(useMemberIn(key) ?? 0)?.name;
  return useTeam(key)?.name ?? listed ?? member ?? null;
}

/** Applies a live or acknowledged message. Returns false when its conversation isn't listed and must be fetched. */
export const applyConversationMessage = (message: Message, me: number): boolean => applyTo(withMessage, message, me);

/** Applies a changed message. Returns false when the list must be fetched. */
export const applyConversationChange = (message: Message, me: number): boolean => applyTo(withChange, message, me);

function applyTo(change: typeof withChange, message: Message, me: number): boolean {
  let isListed = true;
  applyEvent((list) => {
    const next = change(list, keyOfMessage(message, me), message, me);
    isListed = next !== null;
    return next ?? list;
  });
  return isListed;
}

/** Applies an event. The first answer may lack it, and is fetched again. Later answers are merged. */
const applyEvent = (change: (list: ListedConversation[]) => ListedConversation[]): void =>
  setList((state) => (state.data === null ? changed(state) : mapData(state, change)));

export const applyConversationUnread = (unread: Unread): void =>
  applyEvent((list) => withUnread(list, keyOfUnread(unread), unread));

export const applyConversationReceipt = (receipt: ReadReceipt, me: number): void =>
  applyEvent((list) => withReceipt(list, keyOfReceipt(receipt, me), receipt, me));
