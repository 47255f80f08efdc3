import type { CallAnswer } from '@sangam/shared/app/calls';
import { noticeLimits } from '@sangam/shared/notices/limits';
import { type InboxPlace, kindsReadAt } from '@sangam/shared/notices/notification-kinds';
import type { InboxChange, InboxItem } from '@sangam/shared/notices/notifications';
import { useEffect } from 'react';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import type { ApiError, Result } from '../../core/api/errors';
import { mapResult } from '../../core/store/loadable';
import { onReset, storesEpoch } from '../../core/store/reset';
import { retry } from '../../lib/retry';

interface InboxStore {
  /** Newest first; null before the first answer. */
  items: readonly InboxItem[] | null;
  hasMore: boolean;
  loadingMore: boolean;
  /** Of all notifications, listed or not. */
  unread: number;
  /** Counts the changes to the inbox. */
  version: number;
  /** Those that came while one was here. */
  liveIds: ReadonlySet<number>;
  error: ApiError | null;
}

const empty: InboxStore = {
  items: null,
  hasMore: false,
  loadingMore: false,
  unread: 0,
  version: 0,
  liveIds: new Set(),
  error: null,
};
export const useInbox = create<InboxStore>(() => empty);
onReset(() => useInbox.setState(empty));

/** An inbox that changes without end is taken as it is after so many fetches: its events go on correcting it. */
const FETCHES_MAX = 3;

const shownLimit = (): number => {
  const shown = useInbox.getState().items?.length ?? 0;
  return Math.min(Math.max(shown, noticeLimits.inboxPage), noticeLimits.inboxPageMax);
};

/** Fetches the inbox as far down as it is shown; true when it came. */
export async function loadInbox(): Promise<boolean> {
  const epoch = storesEpoch();
  const answer = await retry(() => request('GET /api/inbox', { query: { limit: shownLimit() } }), {
    // One that a live change has overtaken is older than what is shown.
    until: (came) => !came.ok || epoch !== storesEpoch() || came.value.data.version >= useInbox.getState().version,
    pausesMs: [0],
    triesMax: FETCHES_MAX,
  });
  if (epoch !== storesEpoch()) return false;
  take(mapResult(answer, ({ data }) => data));
  return answer.ok;
}

/** What a refresh asks for. */
export const inboxWanted = (): { version: number | undefined; limit: number } => {
  const { items, version, error } = useInbox.getState();
  return { version: items === null || error !== null ? undefined : version, limit: shownLimit() };
};

/** Takes the inbox from a refresh, which brings none where it stands here already; one that a live change has overtaken is fetched. */
export async function refreshInboxPart(part: Promise<Result<Inbox | null>>): Promise<boolean> {
  const epoch = storesEpoch();
  const answer = await part;
  if (epoch !== storesEpoch()) return false;
  if (answer.ok && answer.value && answer.value.version < useInbox.getState().version) return loadInbox();
  take(answer);
  return answer.ok;
}

type Inbox = CallAnswer<'GET /api/inbox'>['data'];

function take(answer: Result<Inbox | null>): void {
  if (!answer.ok) useInbox.setState({ error: answer.error });
  else if (answer.value) {
    const { items, has_more: hasMore, unread, version } = answer.value;
    useInbox.setState({ items, hasMore, unread, version, error: null });
  }
}

/** Fetches the notifications below the list. */
export async function loadMoreInbox(): Promise<Result<void>> {
  const { items, hasMore, loadingMore } = useInbox.getState();
  const before = items?.at(-1)?.id;
  if (!hasMore || loadingMore || before === undefined) return { ok: true, value: undefined };
  const epoch = storesEpoch();
  useInbox.setState({ loadingMore: true });
  const answer = await request('GET /api/inbox', { query: { before } });
  if (epoch !== storesEpoch()) return { ok: true, value: undefined };
  useInbox.setState({ loadingMore: false });
  if (answer.ok)
    useInbox.setState((state) => {
      const known = new Set(state.items?.map(({ id }) => id));
      const below = answer.value.data.items.filter(({ id }) => !known.has(id));
      return { items: [...(state.items ?? []), ...below], hasMore: answer.value.data.has_more };
    });
  return mapResult(answer, () => undefined);
}

/** Live, or the answer to a change of one's own. False when one before it is missing: the inbox is to be fetched. */
export function applyInboxChange({ unread, version, added, read_ids, cleared_ids }: InboxChange): boolean {
  const { items, version: known } = useInbox.getState();
  if (items === null) {
    // The first answer, still on its way, may be older.
    useInbox.setState({ version: Math.max(version, known) });
    return true;
  }
  if (version <= known) return true;
  if (version > known + 1) return false;
  const replaced = new Set([...added.map(({ id }) => id), ...cleared_ids]);
  const read = new Set(read_ids);
  const kept = items.filter(({ id }) => !replaced.has(id));
  const marked = kept.map((item) => (read.has(item.id) ? { ...item, read: true } : item));
  useInbox.setState(({ liveIds }) => ({
    ...{ items: [...added, ...marked], unread, version },
    liveIds: new Set([...liveIds, ...added.map(({ id }) => id)]),
  }));
  return true;
}

async function changed(call: Promise<Result<{ data: InboxChange }>>): Promise<Result<void>> {
  const epoch = storesEpoch();
  const answer = await call;
  if (answer.ok && epoch === storesEpoch() && !applyInboxChange(answer.value.data)) await loadInbox();
  return mapResult(answer, () => undefined);
}

export const readInboxItem = (id: number): Promise<Result<void>> =>
  changed(request('PUT /api/inbox/read', { body: { ids: [id] } }));

export const readWholeInbox = (): Promise<Result<void>> => changed(request('PUT /api/inbox/read-all'));

export const clearInboxItem = (id: number): Promise<Result<void>> =>
  changed(request('DELETE /api/inbox/:id', { params: { id } }));

/** Marks read what a screen has shown, if anything that it reads may be unread. */
export async function noteShown(place: InboxPlace, projectId?: number): Promise<void> {
  const { items, unread } = useInbox.getState();
  const listed = (items ?? []).filter((item) => !item.read);
  const kinds = kindsReadAt(place);
  const isRead = (item: InboxItem) =>
    kinds.includes(item.kind) && (projectId === undefined || item.project_id === projectId);
  // Those below the list may be among them.
  if (listed.length === unread && !listed.some(isRead)) return;
  const body = { place, ...(projectId === undefined ? {} : { project_id: projectId }) };
  await changed(request('PUT /api/inbox/seen', { body }));
}

/**
 * Marks read what this screen shows (docs/notifications.md), also what comes while it does; a hidden page shows nothing. `shown`
 * is false until the screen has loaded.
 */
export function useNoteShown(shown: boolean, place: InboxPlace, projectId?: number): void {
  const unread = useInbox((state) => state.unread);
  useEffect(() => {
    if (!shown || unread === 0) return;
    const note = () => {
      // One that fails is tried with the next change, or visit.
      if (!document.hidden) void noteShown(place, projectId);
    };
    note();
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, [shown, unread, place, projectId]);
}
