import type { CallAnswer } from '@sangam/shared/app/calls';
import { noticeLimits } from '@sangam/shared/notices/limits';
import type { NotificationItem, NotificationsChange } from '@sangam/shared/notices/notifications';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { type ApiError, mapResult, type Result } from '../../core/api/errors';
import { cachePart } from '../../core/offline/cached-parts';
import { rowsToFetch } from '../../core/store/pages';
import { onReset, storesEpoch } from '../../core/store/reset';
import { type Moment, moment } from '../../core/store/table';
import { nameSince, onRenamed } from '../../people/state/members';

interface NotificationsState {
  /** Newest first; null before the first answer. */
  items: readonly NotificationItem[] | null;
  hasMore: boolean;
  loadingMore: boolean;
  /** The number of unread notifications, listed or not. */
  unread: number;
  /** The version, which each change to the notifications raises by one. */
  version: number;
  /** Notifications that arrived while a page was open. */
  liveIds: ReadonlySet<number>;
  error: ApiError | null;
}

const empty: NotificationsState = {
  items: null,
  hasMore: false,
  loadingMore: false,
  unread: 0,
  version: 0,
  liveIds: new Set(),
  error: null,
};
export const useNotifications = create<NotificationsState>(() => empty);
onReset(() => useNotifications.setState(empty));

cachePart({
  name: 'inbox',
  take() {
    const { items, hasMore, unread, version } = useNotifications.getState();
    if (items === null) return null;
    const page = items.slice(0, noticeLimits.notificationsPage);
    return { items: page, hasMore: hasMore || page.length < items.length, unread, version };
  },
  show(cached) {
    if (useNotifications.getState().items === null) useNotifications.setState(cached);
  },
  subscribe: useNotifications.subscribe,
});

onRenamed((member) =>
  useNotifications.setState(({ items }) => ({
    items: items?.map((item) => withActor(item, item.actor?.id === member.id ? member.name : undefined)) ?? null,
  })),
);

const withActor = (item: NotificationItem, name: string | undefined): NotificationItem =>
  item.actor && name !== undefined ? { ...item, actor: { id: item.actor.id, name } } : item;

/** Returns an answer's items with the names that members got since its call began. */
export const withNewestActors = (items: readonly NotificationItem[], startedAt: Moment): NotificationItem[] =>
  items.map((item) => withActor(item, nameSince(startedAt, item.actor?.id ?? 0)));

/** After this many fetches, the answer is used even if the list has changed since; a later refresh brings what it may lack. */
const FETCHES_MAX = 3;

const shownLimit = (): number => {
  const shown = useNotifications.getState().items?.length ?? 0;
  return rowsToFetch(shown, noticeLimits.notificationsPage, noticeLimits.notificationsPageMax);
};

/** An answer with a lower version is older than an event that was applied meanwhile. */
const isOvertaken = (answer: Result<Answer | null>): boolean =>
  answer.ok && answer.value !== null && answer.value.version < useNotifications.getState().version;

/** Fetches the notifications as far down as they are shown. Returns true if they arrived and no event overtook them. */
export async function loadNotifications(): Promise<boolean> {
  const epoch = storesEpoch();
  for (let fetches = 1; ; fetches += 1) {
    const startedAt = moment();
    const found = await request('GET /api/inbox', { query: { limit: shownLimit() } });
    if (epoch !== storesEpoch()) return false;
    const answer = mapResult(found, ({ data }) => data);
    // Checked in the step that stores the answer, so that no event falls between the two.
    const isLate = isOvertaken(answer);
    if (isLate && fetches < FETCHES_MAX) continue;
    take(answer, startedAt);
    return answer.ok && !isLate;
  }
}

/** The version and number of rows to send with a refresh. */
export const notificationsRefreshParams = (): { version: number | undefined; limit: number } => {
  const { items, version, error } = useNotifications.getState();
  return { version: items === null || error !== null ? undefined : version, limit: shownLimit() };
};

/** Applies the notifications' part of a refresh, null if nothing changed. If an event was newer, fetches the notifications again. */
export async function refreshNotifications(part: Promise<Result<Answer | null>>): Promise<boolean> {
  const [epoch, startedAt] = [storesEpoch(), moment()];
  const answer = await part;
  if (epoch !== storesEpoch()) return false;
  if (isOvertaken(answer)) return loadNotifications();
  take(answer, startedAt);
  return answer.ok;
}

type Answer = CallAnswer<'GET /api/inbox'>['data'];

function take(answer: Result<Answer | null>, startedAt: Moment): void {
  if (!answer.ok) useNotifications.setState({ error: answer.error });
  else if (answer.value) {
    const { has_more: hasMore, unread, version } = answer.value;
    const items = withNewestActors(answer.value.items, startedAt);
    useNotifications.setState({ items, hasMore, unread, version, error: null });
  }
}

/**
 * Applies an event, or the answer to the member's own change. Returns false if an earlier change was missed; the caller must then fetch.
 */
export function applyNotificationsChange({
  unread,
  version,
  added,
  read_ids,
  cleared_ids,
}: NotificationsChange): boolean {
  const { items, version: known } = useNotifications.getState();
  if (items === null) {
    // The first answer is still on the way, and is fetched again if it is older than this.
    useNotifications.setState({ version: Math.max(version, known) });
    return true;
  }
  if (version <= known) return true;
  if (version > known + 1) return false;
  const replaced = new Set([...added.map(({ id }) => id), ...cleared_ids]);
  const read = new Set(read_ids);
  const others = items.filter(({ id }) => !replaced.has(id));
  const marked = others.map((item) => (read.has(item.id) ? { ...item, read: true } : item));
  useNotifications.setState(({ liveIds }) => ({
    items: [...added, ...marked],
    unread,
    version,
    liveIds: new Set([...liveIds, ...added.map(({ id }) => id)]),
  }));
  return true;
}

/** Applies the answer to the member's own change. */
export async function applyAnswer(call: Promise<Result<{ data: NotificationsChange }>>): Promise<Result<void>> {
  const answer = await call;
  if (answer.ok && !applyNotificationsChange(answer.value.data)) await loadNotifications();
  return mapResult(answer, () => undefined);
}
