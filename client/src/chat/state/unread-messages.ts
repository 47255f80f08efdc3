import type { CallAnswer } from '@sangam/shared/app/calls';
import { chatLimits } from '@sangam/shared/chat/limits';
import type { Message, Notification, Unread, UnreadCount } from '@sangam/shared/chat/messages';
import { create } from 'zustand';
import { isMessageRequest, mergeMessageRequests } from '../../contact/state/message-requests';
import { request } from '../../core/api/client';
import { mapResult, type Result } from '../../core/api/errors';
import { cachePart } from '../../core/offline/cached-parts';
import { rowsToFetch } from '../../core/store/pages';
import { createHeldVersion, type RefreshPart } from '../../core/store/refresh-part';
import { onReset, storesEpoch } from '../../core/store/reset';
import { type Moment, moment } from '../../core/store/table';
import type { ConversationKey } from '../../lib/links/chat-link';
import { logFailure } from '../../lib/log';
import { onRenamed, withNewNames } from '../../people/state/members';
import { idIn, keyOfUnread, memberIn, noteConversations } from './known-conversations';
import { unreadInTeams, useTeams } from './teams';
import { keyOfLine, withMessage, withPage, withText, withUnread } from './unread-messages.reduce';

interface UnreadMessagesState {
  /** The unread count of all direct conversations except message requests. */
  unreadCount: number;
  /** The number of pending message requests; null if there are none. */
  requestCount: number | null;
  unreadVersion: number;
  notifications: readonly Notification[];
  hasMore: boolean;
  loadingMore: boolean;
  loaded: boolean;
}

const empty: UnreadMessagesState = {
  unreadCount: 0,
  requestCount: null,
  unreadVersion: 0,
  notifications: [],
  hasMore: false,
  loadingMore: false,
  loaded: false,
};
export const useUnreadMessages = create<UnreadMessagesState>(() => empty);
onReset(() => useUnreadMessages.setState(empty));

cachePart({
  name: 'notifications',
  take: () => {
    const { loaded, unreadCount, requestCount, unreadVersion, notifications, hasMore } = useUnreadMessages.getState();
    const max = chatLimits.unreadConversationsPage;
    const cached = { unreadCount, requestCount, unreadVersion, notifications: notifications.slice(0, max) };
    return loaded ? { ...cached, hasMore: hasMore || notifications.length > max } : null;
  },
  show: (cached) => {
    if (!useUnreadMessages.getState().loaded) useUnreadMessages.setState({ ...cached, loaded: true });
  },
  subscribe: useUnreadMessages.subscribe,
});

const withNames = (lines: readonly Notification[], startedAt: Moment): Notification[] =>
  withNewNames(lines, startedAt, 'sender_id', 'sender_name');

onRenamed((_, before) =>
  useUnreadMessages.setState(({ notifications }) => ({ notifications: withNames(notifications, before) })),
);

/** Counts the unread messages of all conversations, except message requests. */
export const useUnreadCount = (): number =>
  useUnreadMessages(({ unreadCount }) => unreadCount) + useTeams(unreadInTeams);

/** Maps the server's counts to those that screens show. */
const shownCount = ({ unread_count, unread_version, request_count, request_unread_count = 0 }: UnreadCount) => ({
  unreadCount: unread_count - request_unread_count,
  requestCount: request_count ?? null,
  unreadVersion: unread_version,
});

/** Moves the message requests of an answer into their table. */
function storeLines(page: readonly Notification[], startedAt: Moment): Notification[] {
  noteConversations(page.map(({ conversation_id, sender_id: memberId }) => ({ conversation_id, memberId })));
  mergeMessageRequests(
    page.map(({ sender_id, request }) => ({ id: sender_id, request })),
    startedAt,
  );
  return withNames(page, startedAt).map(({ request: _, ...line }) => line);
}

/** Returns the bell's lines, without message requests. */
export const shownLines = (lines: readonly Notification[]): Notification[] =>
  lines.filter(({ sender_id }) => !isMessageRequest(sender_id));

/** Counts live changes. An answer that arrives after one may be older, and is fetched again. */
let liveChanges = 0;
/** Below this number of lines, the next page is fetched. */
const REFILL_BELOW = 5;
/** After this many fetches a list that keeps changing is shown; a later refresh brings what it may lack. */
const FETCHES_MAX = 3;

/** Returns how many lines to fetch: those shown, at least a page and at most the largest page. */
const shownLimit = (): number => {
  const shown = useUnreadMessages.getState().notifications.length;
  return rowsToFetch(shown, chatLimits.unreadConversationsPage, chatLimits.unreadConversationsPageMax);
};

async function fetchUnread() {
  const [changesBefore, startedAt] = [liveChanges, moment()];
  const [count, list] = await Promise.all([
    request('GET /api/messages/unread-count'),
    request('GET /api/messages/notifications', { query: { limit: shownLimit() } }),
  ]);
  return { count, list, startedAt, changesBefore };
}

const heldVersion = createHeldVersion();

/** Fetches the unread count and the bell's list. Returns true when both arrived and no event overtook them. Failures are only logged (R12.3). */
export async function loadUnread(): Promise<boolean> {
  const endFetch = heldVersion.startFetch();
  const isLoaded = await fetchAndApply();
  endFetch();
  return isLoaded;
}

/** Returns the version and page size to send with a refresh. */
export const unreadRefreshParams = () => ({ version: heldVersion.get(), limit: shownLimit() });

/** Applies count and list from a refresh, or fetches them again when an event overtook them. */
export async function refreshUnread(part: RefreshPart<UnreadCount & UnreadPage>): Promise<boolean> {
  const [epoch, changesBefore, startedAt, endFetch] = [storesEpoch(), liveChanges, moment(), heldVersion.startFetch()];
  const answer = await part;
  if (epoch !== storesEpoch()) return false;
  if (!answer.ok) {
    logFailure('Error fetching unread count', answer.error);
    logFailure('Error fetching notifications', answer.error);
  }
  const isOvertaken = changesBefore !== liveChanges;
  if (!answer.ok || answer.value === null || isOvertaken) {
    endFetch();
    return answer.ok && (answer.value === null || loadUnread());
  }
  const { version, data } = answer.value;
  useUnreadMessages.setState({
    loaded: true,
    ...shownCount(data),
    notifications: storeLines(data.notifications, startedAt),
    hasMore: data.has_more,
  });
  endFetch(version);
  return true;
}

type UnreadPage = CallAnswer<'GET /api/messages/notifications'>['data'];

async function fetchAndApply(): Promise<boolean> {
  const epoch = storesEpoch();
  try {
    for (let fetches = 1; ; fetches += 1) {
      const { count, list, startedAt, changesBefore } = await fetchUnread();
      if (epoch !== storesEpoch()) return false;
      // Checked in the step that stores the answer, so that no event falls between the two.
      const isOvertaken = changesBefore !== liveChanges;
      if (isOvertaken && fetches < FETCHES_MAX) continue;
      if (!count.ok) logFailure('Error fetching unread count', count.error);
      if (!list.ok) logFailure('Error fetching notifications', list.error);
      useUnreadMessages.setState({
        loaded: true,
        ...(count.ok ? shownCount(count.value.data) : {}),
        ...(list.ok
          ? { notifications: storeLines(list.value.data.notifications, startedAt), hasMore: list.value.data.has_more }
          : {}),
      });
      return count.ok && list.ok && !isOvertaken;
    }
  } catch (error) {
    logFailure('Error fetching message data', error);
    return false;
  }
}

/** Fetches the next page; lines that arrived or changed meanwhile stay. */
export async function loadMoreUnread(): Promise<Result<void>> {
  const { notifications, hasMore, loadingMore } = useUnreadMessages.getState();
  const before = notifications.at(-1)?.sender_id;
  if (!hasMore || loadingMore || before === undefined) return { ok: true, value: undefined };
  const [epoch, startedAt] = [storesEpoch(), moment()];
  useUnreadMessages.setState({ loadingMore: true });
  const answer = await request('GET /api/messages/notifications', { query: { before } });
  if (epoch !== storesEpoch()) return { ok: true, value: undefined };
  useUnreadMessages.setState({ loadingMore: false });
  if (answer.ok)
    useUnreadMessages.setState((state) => ({
      notifications: withPage(state.notifications, storeLines(answer.value.data.notifications, startedAt)),
      hasMore: answer.value.data.has_more,
    }));
  return mapResult(answer, () => undefined);
}

/**
 * Marks one conversation read from the bell, then fetches count and list. Returns the new count, or null on failure.
 */
export async function markConversationRead(conversation: ConversationKey): Promise<Unread | null> {
  const epoch = storesEpoch();
  const answer = await putRead(conversation);
  if (epoch !== storesEpoch()) return null;
  if (!answer.ok) logFailure('Error marking messages as read', answer.error);
  await loadUnread();
  return answer.ok ? answer.value.data : null;
}

/** Marks a conversation read by REST, up to the message `upTo` or entirely. */
export function putRead(conversation: ConversationKey, upTo?: number) {
  const conversationId = idIn(conversation);
  const body = upTo === undefined ? {} : { body: { up_to: upTo } };
  return conversationId === null
    ? request('PUT /api/messages/mark-read/:userId', { params: { userId: memberIn(conversation) ?? 0 }, ...body })
    : request('PUT /api/messages/c/:conversationId/read', { params: { conversationId }, ...body });
}

/** Applies another member's direct message from an event. */
export function applyUnreadMessage(message: Message): void {
  liveChanges += 1;
  useUnreadMessages.setState(({ notifications }) => ({ notifications: withMessage(notifications, message) }));
}

/** Applies a changed message. Returns false when a listed one was deleted and the list must be fetched. */
export function applyUnreadChange(message: Message): boolean {
  liveChanges += 1;
  const isListed = useUnreadMessages.getState().notifications.some(({ id }) => id === message.id);
  // Replaces the text at once, even where the list can't be fetched.
  if (isListed)
    useUnreadMessages.setState(({ notifications }) => ({ notifications: withText(notifications, message) }));
  return !isListed || message.deleted_at === undefined;
}

const isListed = (conversation: ConversationKey): boolean =>
  useUnreadMessages.getState().notifications.some((line) => keyOfLine(line) === conversation);

/** Applies absolute counts from an event or the answer to a mark-read. */
export function applyUnreadCount(unread: Unread): void {
  liveChanges += 1;
  const { unread_count, unread_mark } = unread.conversation;
  const key = keyOfUnread(unread);
  // Its line was removed when it was read.
  const isMissing = unread_count > 0 && Boolean(unread_mark?.from) && !isListed(key);
  useUnreadMessages.setState(({ notifications, unreadVersion }) => ({
    notifications: withUnread(notifications, unread),
    ...(unread.unread_version < unreadVersion ? {} : shownCount(unread)),
  }));
  if (isMissing) void loadUnread();
  else if (shownLines(useUnreadMessages.getState().notifications).length < REFILL_BELOW) void loadMoreUnread();
}
