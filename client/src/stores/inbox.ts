import type { InboxChange, InboxItem } from '@sangam/shared/contract/inbox';
import { limits } from '@sangam/shared/rules/limits';
import { create } from 'zustand';
import { request } from '../api/client';
import type { ApiError } from '../api/errors';
import { retry } from '../lib/retry';
import { onReset, storesEpoch } from './reset';

interface InboxStore {
  /** Newest first; null before the first answer. */
  items: readonly InboxItem[] | null;
  hasMore: boolean;
  loadingMore: boolean;
  /** Of all notifications, listed or not. */
  unread: number;
  /** Counts the changes to the inbox. */
  version: number;
  error: ApiError | null;
}

const empty: InboxStore = { items: null, hasMore: false, loadingMore: false, unread: 0, version: 0, error: null };
export const useInbox = create<InboxStore>(() => empty);
onReset(() => useInbox.setState(empty));

/** An inbox that changes without end is taken as it is after so many fetches: its events go on correcting it. */
const FETCHES_MAX = 3;

const shownLimit = (): number => {
  const shown = useInbox.getState().items?.length ?? 0;
  return Math.min(Math.max(shown, limits.inboxPage), limits.inboxPageMax);
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
  if (answer.ok) {
    const { items, has_more: hasMore, unread, version } = answer.value.data;
    useInbox.setState({ items, hasMore, unread, version, error: null });
  } else useInbox.setState({ error: answer.error });
  return answer.ok;
}

/** Fetches the inbox unless it stands here as the refresh says; null: it said nothing. */
export async function refreshInboxTo(version: number | null): Promise<boolean> {
  const { items, version: known, error } = useInbox.getState();
  return (items !== null && error === null && known === version) || loadInbox();
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
  useInbox.setState({ items: [...added, ...marked], unread, version });
  return true;
}
